import { type Change, diffWordsWithSpace } from 'diff'

/** The time limit of a comparison. Two long, very different texts could take minutes. */
const MAX_MS = 500

/** Shows the differences between two texts: removed words are struck through, added ones underlined. Load it lazily. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  return (
    <div className="rounded-md border border-rule bg-code p-4 font-code text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
      {compare(before, after).map(({ value, added, removed }, index) => {
        // The parts have no ids, and their order never changes.
        if (added) {
          return (
            <ins key={index} className="bg-positive-soft text-positive">
              {value}
            </ins>
          )
        }
        if (removed) {
          return (
            <del key={index} className="bg-danger-soft text-danger">
              {value}
            </del>
          )
        }
        return value
      })}
    </div>
  )
}

type Part = Pick<Change, 'value' | 'added' | 'removed'>

const compare = (before: string, after: string): Part[] =>
  diffWordsWithSpace(before, after, { timeout: MAX_MS }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
