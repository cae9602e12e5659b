import NoticeBoardBase
import NoticeBoardSearch

extension PostContent {
    /// The contents as HTML in which every hit stands between `open` and `close`, which must be tags of one inline element.
    ///
    /// `open` is given the hit's index in ``hits``. Unless told otherwise it makes a class of it; for a view that is to scroll to
    /// a hit it makes an `id`:
    ///
    /// ```swift
    /// let html = content.markedHTML(open: { "<mark id=\"hit-\($0)\">" })
    /// web.loadHTMLString(html, baseURL: nil)                          // in a view without scripts
    /// web.scroll(to: "#hit-\(page.state.hit ?? 0)")
    /// ```
    ///
    /// Nothing else of the server's HTML is changed, and nothing in it is made harmless: no tag, no address and no entity is
    /// broken by a mark; a hit that a tag divides is marked in parts, each with the same `open`. Plain text becomes paragraphs of
    /// HTML with everything escaped.
    public func markedHTML(
        open: (Int) -> String = { "<mark class=\"hit-\($0)\">" }, close: String = "</mark>"
    ) -> String {
        let writer = BodyWriter(source, limit: Self.mostBlocks, tracing: true)
        return writer.isMarkup ? html(writer, open, close) : paragraphs(open, close)
    }

    private func paragraphs(_ open: (Int) -> String, _ close: String) -> String {
        let nothing = Highlighter("")
        var (html, hit) = ("", 0)
        for (index, block) in body.blocks.enumerated() {
            html += "<p>"
            for segment in Highlighter.segments(of: block.text, markedAt: highlights(of: index)) {
                let escaped = nothing.marked(String(segment.text), open: "", close: "", escaping: .html)
                let text = escaped.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
                    .joined(separator: "<br>")
                html += segment.isMarked ? open(hit) + text + close : text
                if segment.isMarked { hit += 1 }
            }
            html += "</p>"
        }
        return html
    }

    private func html(_ writer: BodyWriter, _ open: (Int) -> String, _ close: String) -> String {
        let bytes = Array(source.utf8)
        var hazards = MarkupHazards(bytes).ranges[...]
        var (html, position) = ([UInt8](), 0)
        html.reserveCapacity(bytes.count)
        for (number, hit) in hits.enumerated() where hit.block < writer.traces.count {
            for place in places(of: hit, in: writer.traces[hit.block], bytes) where place.lowerBound >= position {
                while let first = hazards.first, first.upperBound <= place.lowerBound { hazards = hazards.dropFirst() }
                let within = hazards.prefix { $0.lowerBound < place.upperBound }
                guard within.allSatisfy({ isEntity($0, within: place, bytes) }) else { continue }
                html += bytes[position..<place.lowerBound]
                html += Array(open(number).utf8)
                html += bytes[place]
                html += Array(close.utf8)
                position = place.upperBound
            }
        }
        return String(decoding: html + bytes[position...], as: UTF8.self)
    }

    private func isEntity(_ hazard: Range<Int>, within place: Range<Int>, _ bytes: [UInt8]) -> Bool {
        bytes[hazard.lowerBound] == UInt8(ascii: "&") && place.clamped(to: hazard) == hazard
    }

    /// Where a hit stands in the contents: in one place, or in several where tags divide it.
    private func places(of hit: Hit, in traces: [PlainWriter.Trace], _ bytes: [UInt8]) -> [Range<Int>] {
        let text = body.blocks[hit.block].text.utf8
        let start = text.distance(from: text.startIndex, to: hit.range.lowerBound)
        let end = text.distance(from: text.startIndex, to: hit.range.upperBound)
        var places: [Range<Int>] = []
        let first = traces.partitioningIndex { $0.start + $0.count > start }
        for trace in traces[first...].prefix(while: { $0.start < end }) {
            var place = trace.source
            if trace.isLiteral {
                let part = max(start, trace.start)..<min(end, trace.start + trace.count)
                let shift = trace.source.lowerBound - trace.start
                place = (part.lowerBound + shift)..<(part.upperBound + shift)
            }
            // What stands between two parts and is no tag is white space, or an entity of it.
            if let last = places.last, !bytes[last.upperBound..<place.lowerBound].contains(UInt8(ascii: "<")) {
                places[places.count - 1] = last.lowerBound..<place.upperBound
            } else {
                places.append(place)
            }
        }
        return places
    }
}
