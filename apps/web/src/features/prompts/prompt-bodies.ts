import type { TextSegment, UserPrompt } from '@academy/contract'
import { foldText } from '@academy/contract/fold-text'
import { MAX_BODY_MATCHES } from '../../ui/body-matches.tsx'

const CHARACTERS_BEFORE = 60
const SNIPPET_LENGTH = 240

const bodyOf = ({ content, code }: UserPrompt): string => `${content}\n${code ?? ''}`
/** The folded bodies, by prompt: folded by the first search, not on every keystroke. */
const foldedBodies = new WeakMap<UserPrompt, string>()

function foldedBody(prompt: UserPrompt): string {
  const folded = foldedBodies.get(prompt) ?? bodyOf(prompt).split('\n').map(foldText).join('\n')
  foldedBodies.set(prompt, folded)
  return folded
}

/** Returns the line with the words, which are marked where folding kept its length. */
function snippetOf(prompt: UserPrompt, words: string): TextSegment[] {
  const index = foldedBody(prompt)
    .split('\n')
    .findIndex((line) => line.includes(words))
  const line = bodyOf(prompt).split('\n')[index] ?? ''
  const folded = foldText(line)
  if (folded.length !== line.length) return [{ text: line.slice(0, SNIPPET_LENGTH), hit: false }]
  const start = folded.indexOf(words)
  const end = start + words.length
  const from = Math.max(0, start - CHARACTERS_BEFORE)
  return [
    { text: `${from > 0 ? '…' : ''}${line.slice(from, start)}`, hit: false },
    { text: line.slice(start, end), hit: true },
    { text: line.slice(end, Math.max(end, from + SNIPPET_LENGTH)), hit: false },
  ].filter(({ text }) => text !== '')
}

/** Returns the first prompts whose content or code has the words in one line, and the line. `words` are folded and not blank. */
export const findInBodies = (prompts: UserPrompt[], words: string): { prompt: UserPrompt; snippet: TextSegment[] }[] =>
  prompts
    .filter((prompt) => foldedBody(prompt).includes(words))
    .slice(0, MAX_BODY_MATCHES)
    .map((prompt) => ({ prompt, snippet: snippetOf(prompt, words) }))
