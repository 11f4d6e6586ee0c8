import { type Change, diffWordsWithSpace } from 'diff'

/** Comparing two long texts that have little in common could take minutes. */
const MOST_MS = 500

/** Shows two texts as one: what only the first has is struck through, what only the second has is underlined. Load it lazily. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  return (
    <div className="rounded-md border border-rule bg-code p-4 font-code text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
      {compare(before, after).map(({ value, added, removed }, index) => {
        // The parts have no identity but their place.
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
  diffWordsWithSpace(before, after, { timeout: MOST_MS }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
