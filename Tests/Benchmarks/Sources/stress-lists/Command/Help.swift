/// The program's help.
enum Help {
    static let text = """
        stress-lists [COUNT] [SEED] [--kinds WORDS] [--shrink N]
        stress-lists --replay 'SETUP' 'ACTS'

        Plays COUNT random scripts of each kind of list (100 by default), with the seeds SEED, SEED + 1, …, and before them the
        scripts that once had a fault. A script is a list, a service, and acts of a user, a service and a network; at its end the
        service is quiet, and everything is read up to four times. Ends with 1 if a class of fault occurs that must not, and prints
        how often the others occur.

          --kinds    words with commas: \(words(RowOrder.allCases)),
                     \(words(Paging.allCases)),
                     \(words(Habit.allCases))
          --shrink   makes the first N scripts of each class and kind smaller and prints the smallest with its trace; without this
                     option, one of each class that must not occur
          --replay   plays a written script and prints its trace

        SETUP: an order and offsets or cursors, then
          page=N rows=N refresh=N prefetch=N overlap=N   length of a page, rows at the beginning, rules of the list
          total=small, large or missing                  what the service says
          lazyEnd, short, device                         an empty page at the end, uneven pages, the device's stored copy
          dies=deleted, dies=aged age=N                  when the service refuses a cursor
          gapsLast, rounds=N                             how everything is read at the end

        ACTS, with commas; a number after an act says which row, gap or request, or how many:
          \(words(Act.Kind.allCases, perLine: 10))

        A trace has a line for each act with the service's rows, the answers, and the list after it: | is a gap, 7'1 is row 7 after
        one edit. "!!" marks a fault.

        \(FaultClass.knownReasons)
        """

    private static func words<Word: RawRepresentable<String>>(_ all: [Word], perLine: Int = .max) -> String {
        var lines: [[String]] = []
        for word in all.map(\.rawValue) {
            if let last = lines.last, last.count < perLine { lines[lines.count - 1].append(word) } else { lines.append([word]) }
        }
        return lines.map { $0.joined(separator: ", ") }.joined(separator: ",\n  ")
    }
}
