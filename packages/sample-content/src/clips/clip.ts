import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { ContentError } from '../content-error.ts'

/** A step in the browser: what is typed, pressed and looked at, by the words that a person reads. */
export type BoardStep =
  | { open: string }
  | { reload: true }
  | { fill: Record<string, string> }
  | { choose: Record<string, string> }
  | { press: string }
  | { see: string }

/** What happens in a scene. Files are those of the course's checkpoints, and commands are really run. */
export type Action =
  | { kind: 'title'; heading: string; lines: string[] }
  | { kind: 'file'; name: string; from: number; to: number }
  /** The tutorial's prompt of this number, from 1. */
  | { kind: 'prompt'; number: number }
  /** A message to the tool that is no prompt of the tutorial. */
  | { kind: 'say'; text: string }
  | { kind: 'answer'; text: string }
  /**
   * Takes a file as the tool's answer, and shows how it changes; `others` change with it. The file is that of a checkpoint, or the tutorial's
   * code sample of this number. `swap` replaces texts in it, for a mistake of the tool or for what comes later.
   */
  | { kind: 'apply'; name: string; from: string | number; others: string[]; swap: [find: string, replace: string][] }
  | { kind: 'edit'; name: string; find: string; replace: string }
  | { kind: 'run'; command: string; fails: boolean; stays: boolean; prints: string | null }
  | { kind: 'stop' }
  | { kind: 'board'; steps: BoardStep[] }

export type Scene = { seconds: number; caption: string; chapter: string | null; action: Action }

export type Clip = {
  /** The checkpoint that is in the folder at the start; null for an empty folder. */
  start: string | null
  /** Commands that were run in the folder before the clip begins. */
  before: string[]
  /** Are Ana's five notes on the board at the start? */
  notes: boolean
  /** What the clip shows, in a few words. */
  about: string
  /** Day on which it was last recorded, such as '2026-11-23'. */
  recorded: string
  /** The scene, from 1, whose end is the poster; null for the one that the recorder chooses. */
  poster: number | null
  scenes: Scene[]
}

type Fields = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

const readers: Record<string, (value: unknown, fields: Fields) => Action | undefined> = {
  title: (heading, { lines = [] }) => (isText(heading) && isTexts(lines) ? { kind: 'title', heading, lines } : undefined),
  file: (name, { from = 0, to = 0 }) => (isText(name) ? { kind: 'file', name, from: Number(from), to: Number(to) } : undefined),
  prompt: (number) => (typeof number === 'number' ? { kind: 'prompt', number } : undefined),
  say: (text) => (isText(text) ? { kind: 'say', text } : undefined),
  answer: (text) => (isText(text) ? { kind: 'answer', text } : undefined),
  apply: (name, { checkpoint, sample, others = [], swap = [] }) => {
    const from = checkpoint ?? sample
    if (!isText(name) || !(isText(from) || typeof from === 'number') || !isTexts(others) || !Array.isArray(swap)) return undefined
    return { kind: 'apply', name, from, others, swap: swap as [string, string][] }
  },
  edit: (name, { find, replace }) =>
    isText(name) && isText(find) && typeof replace === 'string' ? { kind: 'edit', name, find, replace } : undefined,
  run: (command, { fails = false, stays = false, prints = null }) =>
    isText(command)
      ? { kind: 'run', command, fails: fails === true, stays: stays === true, prints: isText(prints) ? prints : null }
      : undefined,
  stop: (stops) => (stops === true ? { kind: 'stop' } : undefined),
  board: (steps) => (Array.isArray(steps) && steps.length > 0 ? { kind: 'board', steps: steps as BoardStep[] } : undefined),
}

function readScene(file: string, value: unknown, index: number): Scene {
  const fail = (message: string): never => {
    throw new ContentError(file, `scene ${index + 1} ${message}`)
  }
  const { seconds, caption, chapter = null, ...fields } = Object(value) as Fields
  if (typeof seconds !== 'number' || seconds < 2) return fail('should last at least two "seconds"')
  if (!isText(caption)) return fail('should have a "caption"')
  if (chapter !== null && !isText(chapter)) return fail('should have a "chapter" with a name')
  const kinds = Object.keys(fields).filter((field) => Object.hasOwn(readers, field))
  const [kind = ''] = kinds
  if (kinds.length !== 1) return fail(`should do one of ${Object.keys(readers).join(', ')}`)
  const action = readers[kind]?.(fields[kind], fields)
  if (action === undefined) return fail(`has a "${kind}" that cannot be shown`)
  return { seconds, caption, chapter, action }
}

/** Reads a clip from YAML. Throws a ContentError that names the file and the scene. */
export function readClip(file: string): Clip {
  const {
    start = null,
    before = [],
    notes = false,
    about,
    recorded,
    poster = null,
    scenes,
    ...unknown
  } = Object(parse(readFileSync(file, 'utf8'))) as Fields
  for (const field of Object.keys(unknown)) throw new ContentError(file, `has a field "${field}", which is not known`)
  if (!isText(about) || !isText(recorded)) throw new ContentError(file, 'should say what it is "about" and when it was "recorded"')
  if (!isTexts(before)) throw new ContentError(file, 'should have commands as its "before"')
  if (!Array.isArray(scenes) || scenes.length === 0) throw new ContentError(file, 'should have "scenes"')
  return {
    start: start === null ? null : String(start),
    before,
    notes: notes === true,
    about,
    recorded,
    poster: typeof poster === 'number' ? poster : null,
    scenes: scenes.map((scene, index) => readScene(file, scene, index)),
  }
}

/** Returns the length of a clip in seconds. */
export const lengthOf = ({ scenes }: Pick<Clip, 'scenes'>): number => scenes.reduce((sum, { seconds }) => sum + seconds, 0)
