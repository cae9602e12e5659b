extension HTMLReferences {
    /// HTML's names of characters that begin with a capital letter; written by `references.py` beside the tests of post
    /// bodies.
    static let capitalNames = """
        AElig*Æ AMP*& Aacute*Á Abreve:Ă Acirc*Â Acy:А Afr:𝔄 Agrave*À Alpha:Α Amacr:Ā And:⩓ Aogon:Ą Aopf:𝔸 ApplyFunction:\u{2061} \
        Aring*Å Ascr:𝒜 Assign:≔ Atilde*Ã Auml*Ä Backslash:∖ Barv:⫧ Barwed:⌆ Bcy:Б Because:∵ Bernoullis:ℬ Beta:Β Bfr:𝔅 Bopf:𝔹 \
        Breve:˘ Bscr:ℬ Bumpeq:≎ CHcy:Ч COPY*© Cacute:Ć Cap:⋒ CapitalDifferentialD:ⅅ Cayleys:ℭ Ccaron:Č Ccedil*Ç Ccirc:Ĉ \
        Cconint:∰ Cdot:Ċ Cedilla:¸ CenterDot:· Cfr:ℭ Chi:Χ CircleDot:⊙ CircleMinus:⊖ CirclePlus:⊕ CircleTimes:⊗ \
        ClockwiseContourIntegral:∲ CloseCurlyDoubleQuote:” CloseCurlyQuote:’ Colon:∷ Colone:⩴ Congruent:≡ Conint:∯ \
        ContourIntegral:∮ Copf:ℂ Coproduct:∐ CounterClockwiseContourIntegral:∳ Cross:⨯ Cscr:𝒞 Cup:⋓ CupCap:≍ DD:ⅅ DDotrahd:⤑ \
        DJcy:Ђ DScy:Ѕ DZcy:Џ Dagger:‡ Darr:↡ Dashv:⫤ Dcaron:Ď Dcy:Д Del:∇ Delta:Δ Dfr:𝔇 DiacriticalAcute:´ DiacriticalDot:˙ \
        DiacriticalDoubleAcute:˝ DiacriticalGrave:` DiacriticalTilde:˜ Diamond:⋄ DifferentialD:ⅆ Dopf:𝔻 Dot:¨ DotDot:\u{20DC} \
        DotEqual:≐ DoubleContourIntegral:∯ DoubleDot:¨ DoubleDownArrow:⇓ DoubleLeftArrow:⇐ DoubleLeftRightArrow:⇔ \
        DoubleLeftTee:⫤ DoubleLongLeftArrow:⟸ DoubleLongLeftRightArrow:⟺ DoubleLongRightArrow:⟹ DoubleRightArrow:⇒ \
        DoubleRightTee:⊨ DoubleUpArrow:⇑ DoubleUpDownArrow:⇕ DoubleVerticalBar:∥ DownArrow:↓ DownArrowBar:⤓ DownArrowUpArrow:⇵ \
        DownBreve:\u{311} DownLeftRightVector:⥐ DownLeftTeeVector:⥞ DownLeftVector:↽ DownLeftVectorBar:⥖ DownRightTeeVector:⥟ \
        DownRightVector:⇁ DownRightVectorBar:⥗ DownTee:⊤ DownTeeArrow:↧ Downarrow:⇓ Dscr:𝒟 Dstrok:Đ ENG:Ŋ ETH*Ð Eacute*É \
        Ecaron:Ě Ecirc*Ê Ecy:Э Edot:Ė Efr:𝔈 Egrave*È Element:∈ Emacr:Ē EmptySmallSquare:◻ EmptyVerySmallSquare:▫ Eogon:Ę Eopf:𝔼 \
        Epsilon:Ε Equal:⩵ EqualTilde:≂ Equilibrium:⇌ Escr:ℰ Esim:⩳ Eta:Η Euml*Ë Exists:∃ ExponentialE:ⅇ Fcy:Ф Ffr:𝔉 \
        FilledSmallSquare:◼ FilledVerySmallSquare:▪ Fopf:𝔽 ForAll:∀ Fouriertrf:ℱ Fscr:ℱ GJcy:Ѓ GT*> Gamma:Γ Gammad:Ϝ Gbreve:Ğ \
        Gcedil:Ģ Gcirc:Ĝ Gcy:Г Gdot:Ġ Gfr:𝔊 Gg:⋙ Gopf:𝔾 GreaterEqual:≥ GreaterEqualLess:⋛ GreaterFullEqual:≧ GreaterGreater:⪢ \
        GreaterLess:≷ GreaterSlantEqual:⩾ GreaterTilde:≳ Gscr:𝒢 Gt:≫ HARDcy:Ъ Hacek:ˇ Hat:^ Hcirc:Ĥ Hfr:ℌ HilbertSpace:ℋ Hopf:ℍ \
        HorizontalLine:─ Hscr:ℋ Hstrok:Ħ HumpDownHump:≎ HumpEqual:≏ IEcy:Е IJlig:Ĳ IOcy:Ё Iacute*Í Icirc*Î Icy:И Idot:İ Ifr:ℑ \
        Igrave*Ì Im:ℑ Imacr:Ī ImaginaryI:ⅈ Implies:⇒ Int:∬ Integral:∫ Intersection:⋂ InvisibleComma:\u{2063} \
        InvisibleTimes:\u{2062} Iogon:Į Iopf:𝕀 Iota:Ι Iscr:ℐ Itilde:Ĩ Iukcy:І Iuml*Ï Jcirc:Ĵ Jcy:Й Jfr:𝔍 Jopf:𝕁 Jscr:𝒥 Jsercy:Ј \
        Jukcy:Є KHcy:Х KJcy:Ќ Kappa:Κ Kcedil:Ķ Kcy:К Kfr:𝔎 Kopf:𝕂 Kscr:𝒦 LJcy:Љ LT*< Lacute:Ĺ Lambda:Λ Lang:⟪ Laplacetrf:ℒ \
        Larr:↞ Lcaron:Ľ Lcedil:Ļ Lcy:Л LeftAngleBracket:⟨ LeftArrow:← LeftArrowBar:⇤ LeftArrowRightArrow:⇆ LeftCeiling:⌈ \
        LeftDoubleBracket:⟦ LeftDownTeeVector:⥡ LeftDownVector:⇃ LeftDownVectorBar:⥙ LeftFloor:⌊ LeftRightArrow:↔ \
        LeftRightVector:⥎ LeftTee:⊣ LeftTeeArrow:↤ LeftTeeVector:⥚ LeftTriangle:⊲ LeftTriangleBar:⧏ LeftTriangleEqual:⊴ \
        LeftUpDownVector:⥑ LeftUpTeeVector:⥠ LeftUpVector:↿ LeftUpVectorBar:⥘ LeftVector:↼ LeftVectorBar:⥒ Leftarrow:⇐ \
        Leftrightarrow:⇔ LessEqualGreater:⋚ LessFullEqual:≦ LessGreater:≶ LessLess:⪡ LessSlantEqual:⩽ LessTilde:≲ Lfr:𝔏 Ll:⋘ \
        Lleftarrow:⇚ Lmidot:Ŀ LongLeftArrow:⟵ LongLeftRightArrow:⟷ LongRightArrow:⟶ Longleftarrow:⟸ Longleftrightarrow:⟺ \
        Longrightarrow:⟹ Lopf:𝕃 LowerLeftArrow:↙ LowerRightArrow:↘ Lscr:ℒ Lsh:↰ Lstrok:Ł Lt:≪ Map:⤅ Mcy:М MediumSpace:\u{205F} \
        Mellintrf:ℳ Mfr:𝔐 MinusPlus:∓ Mopf:𝕄 Mscr:ℳ Mu:Μ NJcy:Њ Nacute:Ń Ncaron:Ň Ncedil:Ņ Ncy:Н NegativeMediumSpace:\u{200B} \
        NegativeThickSpace:\u{200B} NegativeThinSpace:\u{200B} NegativeVeryThinSpace:\u{200B} NestedGreaterGreater:≫ \
        NestedLessLess:≪ NewLine:\u{A} Nfr:𝔑 NoBreak:\u{2060} NonBreakingSpace:\u{A0} Nopf:ℕ Not:⫬ NotCongruent:≢ NotCupCap:≭ \
        NotDoubleVerticalBar:∦ NotElement:∉ NotEqual:≠ NotEqualTilde:\u{2242}\u{338} NotExists:∄ NotGreater:≯ NotGreaterEqual:≱ \
        NotGreaterFullEqual:\u{2267}\u{338} NotGreaterGreater:\u{226B}\u{338} NotGreaterLess:≹ \
        NotGreaterSlantEqual:\u{2A7E}\u{338} NotGreaterTilde:≵ NotHumpDownHump:\u{224E}\u{338} NotHumpEqual:\u{224F}\u{338} \
        NotLeftTriangle:⋪ NotLeftTriangleBar:\u{29CF}\u{338} NotLeftTriangleEqual:⋬ NotLess:≮ NotLessEqual:≰ NotLessGreater:≸ \
        NotLessLess:\u{226A}\u{338} NotLessSlantEqual:\u{2A7D}\u{338} NotLessTilde:≴ NotNestedGreaterGreater:\u{2AA2}\u{338} \
        NotNestedLessLess:\u{2AA1}\u{338} NotPrecedes:⊀ NotPrecedesEqual:\u{2AAF}\u{338} NotPrecedesSlantEqual:⋠ \
        NotReverseElement:∌ NotRightTriangle:⋫ NotRightTriangleBar:\u{29D0}\u{338} NotRightTriangleEqual:⋭ \
        NotSquareSubset:\u{228F}\u{338} NotSquareSubsetEqual:⋢ NotSquareSuperset:\u{2290}\u{338} NotSquareSupersetEqual:⋣ \
        NotSubset:\u{2282}\u{20D2} NotSubsetEqual:⊈ NotSucceeds:⊁ NotSucceedsEqual:\u{2AB0}\u{338} NotSucceedsSlantEqual:⋡ \
        NotSucceedsTilde:\u{227F}\u{338} NotSuperset:\u{2283}\u{20D2} NotSupersetEqual:⊉ NotTilde:≁ NotTildeEqual:≄ \
        NotTildeFullEqual:≇ NotTildeTilde:≉ NotVerticalBar:∤ Nscr:𝒩 Ntilde*Ñ Nu:Ν OElig:Œ Oacute*Ó Ocirc*Ô Ocy:О Odblac:Ő Ofr:𝔒 \
        Ograve*Ò Omacr:Ō Omega:Ω Omicron:Ο Oopf:𝕆 OpenCurlyDoubleQuote:“ OpenCurlyQuote:‘ Or:⩔ Oscr:𝒪 Oslash*Ø Otilde*Õ Otimes:⨷ \
        Ouml*Ö OverBar:‾ OverBrace:⏞ OverBracket:⎴ OverParenthesis:⏜ PartialD:∂ Pcy:П Pfr:𝔓 Phi:Φ Pi:Π PlusMinus:± \
        Poincareplane:ℌ Popf:ℙ Pr:⪻ Precedes:≺ PrecedesEqual:⪯ PrecedesSlantEqual:≼ PrecedesTilde:≾ Prime:″ Product:∏ \
        Proportion:∷ Proportional:∝ Pscr:𝒫 Psi:Ψ QUOT*" Qfr:𝔔 Qopf:ℚ Qscr:𝒬 RBarr:⤐ REG*® Racute:Ŕ Rang:⟫ Rarr:↠ Rarrtl:⤖ \
        Rcaron:Ř Rcedil:Ŗ Rcy:Р Re:ℜ ReverseElement:∋ ReverseEquilibrium:⇋ ReverseUpEquilibrium:⥯ Rfr:ℜ Rho:Ρ \
        RightAngleBracket:⟩ RightArrow:→ RightArrowBar:⇥ RightArrowLeftArrow:⇄ RightCeiling:⌉ RightDoubleBracket:⟧ \
        RightDownTeeVector:⥝ RightDownVector:⇂ RightDownVectorBar:⥕ RightFloor:⌋ RightTee:⊢ RightTeeArrow:↦ RightTeeVector:⥛ \
        RightTriangle:⊳ RightTriangleBar:⧐ RightTriangleEqual:⊵ RightUpDownVector:⥏ RightUpTeeVector:⥜ RightUpVector:↾ \
        RightUpVectorBar:⥔ RightVector:⇀ RightVectorBar:⥓ Rightarrow:⇒ Ropf:ℝ RoundImplies:⥰ Rrightarrow:⇛ Rscr:ℛ Rsh:↱ \
        RuleDelayed:⧴ SHCHcy:Щ SHcy:Ш SOFTcy:Ь Sacute:Ś Sc:⪼ Scaron:Š Scedil:Ş Scirc:Ŝ Scy:С Sfr:𝔖 ShortDownArrow:↓ \
        ShortLeftArrow:← ShortRightArrow:→ ShortUpArrow:↑ Sigma:Σ SmallCircle:∘ Sopf:𝕊 Sqrt:√ Square:□ SquareIntersection:⊓ \
        SquareSubset:⊏ SquareSubsetEqual:⊑ SquareSuperset:⊐ SquareSupersetEqual:⊒ SquareUnion:⊔ Sscr:𝒮 Star:⋆ Sub:⋐ Subset:⋐ \
        SubsetEqual:⊆ Succeeds:≻ SucceedsEqual:⪰ SucceedsSlantEqual:≽ SucceedsTilde:≿ SuchThat:∋ Sum:∑ Sup:⋑ Superset:⊃ \
        SupersetEqual:⊇ Supset:⋑ THORN*Þ TRADE:™ TSHcy:Ћ TScy:Ц Tab:\u{9} Tau:Τ Tcaron:Ť Tcedil:Ţ Tcy:Т Tfr:𝔗 Therefore:∴ \
        Theta:Θ ThickSpace:\u{205F}\u{200A} ThinSpace:\u{2009} Tilde:∼ TildeEqual:≃ TildeFullEqual:≅ TildeTilde:≈ Topf:𝕋 \
        TripleDot:\u{20DB} Tscr:𝒯 Tstrok:Ŧ Uacute*Ú Uarr:↟ Uarrocir:⥉ Ubrcy:Ў Ubreve:Ŭ Ucirc*Û Ucy:У Udblac:Ű Ufr:𝔘 Ugrave*Ù \
        Umacr:Ū UnderBar:_ UnderBrace:⏟ UnderBracket:⎵ UnderParenthesis:⏝ Union:⋃ UnionPlus:⊎ Uogon:Ų Uopf:𝕌 UpArrow:↑ \
        UpArrowBar:⤒ UpArrowDownArrow:⇅ UpDownArrow:↕ UpEquilibrium:⥮ UpTee:⊥ UpTeeArrow:↥ Uparrow:⇑ Updownarrow:⇕ \
        UpperLeftArrow:↖ UpperRightArrow:↗ Upsi:ϒ Upsilon:Υ Uring:Ů Uscr:𝒰 Utilde:Ũ Uuml*Ü VDash:⊫ Vbar:⫫ Vcy:В Vdash:⊩ Vdashl:⫦ \
        Vee:⋁ Verbar:‖ Vert:‖ VerticalBar:∣ VerticalLine:| VerticalSeparator:❘ VerticalTilde:≀ VeryThinSpace:\u{200A} Vfr:𝔙 \
        Vopf:𝕍 Vscr:𝒱 Vvdash:⊪ Wcirc:Ŵ Wedge:⋀ Wfr:𝔚 Wopf:𝕎 Wscr:𝒲 Xfr:𝔛 Xi:Ξ Xopf:𝕏 Xscr:𝒳 YAcy:Я YIcy:Ї YUcy:Ю Yacute*Ý \
        Ycirc:Ŷ Ycy:Ы Yfr:𝔜 Yopf:𝕐 Yscr:𝒴 Yuml:Ÿ ZHcy:Ж Zacute:Ź Zcaron:Ž Zcy:З Zdot:Ż ZeroWidthSpace:\u{200B} Zeta:Ζ Zfr:ℨ \
        Zopf:ℤ Zscr:𝒵
        """
}
