extension HTMLReferences {
    /// The names of HTML 4, of Latin letters, punctuation and fractions; written by `references.py` beside the tests of
    /// post bodies.
    static let namesData = """
        AElig*Æ AMP*& Aacute*Á Abreve:Ă Acirc*Â Agrave*À Alpha:Α Amacr:Ā Aogon:Ą ApplyFunction:\u{2061} Aring*Å Atilde*Ã Auml*Ä \
        Beta:Β COPY*© Cacute:Ć Ccaron:Č Ccedil*Ç Ccirc:Ĉ Cdot:Ċ Cedilla:¸ CenterDot:· Chi:Χ CloseCurlyDoubleQuote:” \
        CloseCurlyQuote:’ Dagger:‡ Dcaron:Ď Delta:Δ DiacriticalAcute:´ DiacriticalGrave:` Dot:¨ DoubleDot:¨ Dstrok:Đ ENG:Ŋ ETH*Ð \
        Eacute*É Ecaron:Ě Ecirc*Ê Edot:Ė Egrave*È Emacr:Ē Eogon:Ę Epsilon:Ε Eta:Η Euml*Ë GT*> Gamma:Γ Gbreve:Ğ Gcedil:Ģ Gcirc:Ĝ \
        Gdot:Ġ Hat:^ Hcirc:Ĥ Hstrok:Ħ IJlig:Ĳ Iacute*Í Icirc*Î Idot:İ Igrave*Ì Imacr:Ī InvisibleComma:\u{2063} \
        InvisibleTimes:\u{2062} Iogon:Į Iota:Ι Itilde:Ĩ Iuml*Ï Jcirc:Ĵ Kappa:Κ Kcedil:Ķ LT*< Lacute:Ĺ Lambda:Λ Lcaron:Ľ Lcedil:Ļ \
        Lmidot:Ŀ Lstrok:Ł MediumSpace:\u{205F} Mu:Μ Nacute:Ń Ncaron:Ň Ncedil:Ņ NegativeMediumSpace:\u{200B} \
        NegativeThickSpace:\u{200B} NegativeThinSpace:\u{200B} NegativeVeryThinSpace:\u{200B} NewLine:\u{A} NoBreak:\u{2060} \
        NonBreakingSpace:\u{A0} Ntilde*Ñ Nu:Ν OElig:Œ Oacute*Ó Ocirc*Ô Odblac:Ő Ograve*Ò Omacr:Ō Omega:Ω Omicron:Ο \
        OpenCurlyDoubleQuote:“ OpenCurlyQuote:‘ Oslash*Ø Otilde*Õ Ouml*Ö OverBar:‾ Phi:Φ Pi:Π PlusMinus:± Prime:″ Psi:Ψ QUOT*" \
        REG*® Racute:Ŕ Rcaron:Ř Rcedil:Ŗ Rho:Ρ Sacute:Ś Scaron:Š Scedil:Ş Scirc:Ŝ Sigma:Σ THORN*Þ Tab:\u{9} Tau:Τ Tcaron:Ť \
        Tcedil:Ţ Theta:Θ ThinSpace:\u{2009} Tstrok:Ŧ Uacute*Ú Ubreve:Ŭ Ucirc*Û Udblac:Ű Ugrave*Ù Umacr:Ū UnderBar:_ Uogon:Ų \
        Upsilon:Υ Uring:Ů Utilde:Ũ Uuml*Ü Verbar:‖ Vert:‖ VerticalLine:| VeryThinSpace:\u{200A} Wcirc:Ŵ Xi:Ξ Yacute*Ý Ycirc:Ŷ \
        Yuml:Ÿ Zacute:Ź Zcaron:Ž Zdot:Ż ZeroWidthSpace:\u{200B} Zeta:Ζ aacute*á abreve:ă acirc*â acute*´ aelig*æ af:\u{2061} \
        agrave*à alefsym:ℵ alpha:α amacr:ā amp*& and:∧ ang:∠ angst:Å aogon:ą apos:' aring*å ast:* asymp:≈ atilde*ã auml*ä \
        backprime:‵ bdquo:„ beta:β bprime:‵ brvbar*¦ bsemi:⁏ bsol:\u{5C} bull:• bullet:• cacute:ć cap:∩ caret:⁁ ccaron:č \
        ccedil*ç ccirc:ĉ cdot:ċ cedil*¸ cent*¢ centerdot:· chi:χ circ:ˆ circledR:® clubs:♣ colon:: comma:, commat:@ cong:≅ \
        copy*© crarr:↵ cup:∪ curren*¤ dArr:⇓ dagger:† darr:↓ dash:‐ dcaron:ď ddagger:‡ deg*° delta:δ diams:♦ die:¨ div:÷ \
        divide*÷ dollar:$ dstrok:đ eacute*é ecaron:ě ecirc*ê edot:ė egrave*è emacr:ē empty:∅ emsp:\u{2003} emsp13:\u{2004} \
        emsp14:\u{2005} eng:ŋ ensp:\u{2002} eogon:ę epsilon:ε equals:= equiv:≡ eta:η eth*ð euml*ë euro:€ excl:! exist:∃ fnof:ƒ \
        forall:∀ frac12*½ frac13:⅓ frac14*¼ frac15:⅕ frac16:⅙ frac18:⅛ frac23:⅔ frac25:⅖ frac34*¾ frac35:⅗ frac38:⅜ frac45:⅘ \
        frac56:⅚ frac58:⅝ frac78:⅞ frasl:⁄ gacute:ǵ gamma:γ gbreve:ğ gcirc:ĝ gdot:ġ ge:≥ grave:` gt*> hArr:⇔ hairsp:\u{200A} \
        half:½ harr:↔ hcirc:ĥ hearts:♥ hellip:… horbar:― hstrok:ħ hybull:⁃ hyphen:‐ iacute*í ic:\u{2063} icirc*î iexcl*¡ \
        igrave*ì ijlig:ĳ imacr:ī image:ℑ imath:ı imped:Ƶ infin:∞ inodot:ı int:∫ iogon:į iota:ι iquest*¿ isin:∈ it:\u{2062} \
        itilde:ĩ iuml*ï jcirc:ĵ jmath:ȷ kappa:κ kcedil:ķ kgreen:ĸ lArr:⇐ lacute:ĺ lambda:λ lang:⟨ laquo*« larr:← lbrace:{ \
        lbrack:[ lcaron:ľ lcedil:ļ lceil:⌈ lcub:{ ldquo:“ ldquor:„ le:≤ lfloor:⌊ lmidot:ŀ lowast:∗ lowbar:_ loz:◊ lpar:( \
        lrm:\u{200E} lsaquo:‹ lsqb:[ lsquo:‘ lsquor:‚ lstrok:ł lt*< macr*¯ mdash:— micro*µ midast:* middot*· minus:− mldr:… mu:μ \
        nabla:∇ nacute:ń napos:ŉ nbsp*\u{A0} ncaron:ň ncedil:ņ ndash:– ne:≠ ni:∋ nldr:‥ not*¬ notin:∉ nsub:⊄ ntilde*ñ nu:ν num:# \
        numsp:\u{2007} oacute*ó ocirc*ô odblac:ő oelig:œ ograve*ò oline:‾ omacr:ō omega:ω omicron:ο oplus:⊕ or:∨ ordf*ª ordm*º \
        oslash*ø otilde*õ otimes:⊗ ouml*ö para*¶ part:∂ percnt:% period:. permil:‰ perp:⊥ pertenk:‱ phi:φ pi:π piv:ϖ plus:+ \
        plusmn*± pm:± pound*£ prime:′ prod:∏ prop:∝ psi:ψ puncsp:\u{2008} qprime:⁗ quest:? quot*" rArr:⇒ racute:ŕ radic:√ rang:⟩ \
        raquo*» rarr:→ rbrace:} rbrack:] rcaron:ř rcedil:ŗ rceil:⌉ rcub:} rdquo:” rdquor:” real:ℜ reg*® rfloor:⌋ rho:ρ \
        rlm:\u{200F} rpar:) rsaquo:› rsqb:] rsquo:’ rsquor:’ sacute:ś sbquo:‚ scaron:š scedil:ş scirc:ŝ sdot:⋅ sect*§ semi:; \
        shy*\u{AD} sigma:σ sigmaf:ς sim:∼ sol:/ spades:♠ strns:¯ sub:⊂ sube:⊆ sum:∑ sup:⊃ sup1*¹ sup2*² sup3*³ supe:⊇ szlig*ß \
        tau:τ tcaron:ť tcedil:ţ there4:∴ theta:θ thetasym:ϑ thinsp:\u{2009} thorn*þ tilde:˜ times*× tprime:‴ trade:™ tstrok:ŧ \
        uArr:⇑ uacute*ú uarr:↑ ubreve:ŭ ucirc*û udblac:ű ugrave*ù umacr:ū uml*¨ uogon:ų upsih:ϒ upsilon:υ uring:ů utilde:ũ \
        uuml*ü verbar:| vert:| wcirc:ŵ weierp:℘ xi:ξ yacute*ý ycirc:ŷ yen*¥ yuml*ÿ zacute:ź zcaron:ž zdot:ż zeta:ζ zwj:\u{200D} \
        zwnj:\u{200C}
        """
}
