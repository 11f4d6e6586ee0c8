import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { ContentError } from '../content-error.ts'

/** A step in the browser. Controls are named by their visible text. */
export type BoardStep =
  | { open: string }
  | { reload: true }
  | { fill: Record<string, string> }
  | { choose: Record<string, string> }
  | { press: string }
  | { see: string }

/** The action of a scene. Files come from the course's checkpoints, and commands are executed. */
export type Action =
  | { kind: 'title'; heading: string; lines: string[] }
  | { kind: 'file'; name: string; from: number; to: number }
  /** Types a prompt of the tutorial, by its number from 1. */
  | { kind: 'prompt'; number: number }
  /** Types another message to the tool. */
  | { kind: 'say'; text: string }
  /** Shows a message of the tool. */
  | { kind: 'answer'; text: string }
  /**
   * Applies a file as the tool's answer and shows the diff; `others` change with it. `from` is a checkpoint, or the number of a code sample
   * of the tutorial. `swap` replaces texts in the file, for a mistake of the tool or to leave out later parts.
   */
  | { kind: 'apply'; name: string; from: string | number; others: string[]; swap: [find: string, replace: string][] }
  | { kind: 'edit'; name: string; find: string; replace: string }
  /**
   * Runs a command. `fails`: it should exit with an error. `stays`: it keeps running until a `stop`. `prints`: text that its output should
   * contain.
   */
  | { kind: 'run'; command: string; fails: boolean; stays: boolean; prints: string | null }
  | { kind: 'stop' }
  | { kind: 'board'; steps: BoardStep[] }

export type Scene = { seconds: number; caption: string; chapter: string | null; action: Action }

export type Clip = {
  /** The checkpoint in the folder at the start; null for an empty folder. */
  start: string | null
  /** Commands that run in the folder before the clip begins. */
  before: string[]
  /** Whether the board has Ana's five notes at the start. */
  notes: boolean
  /** The subject of the clip in a few words, for its label. */
  about: string
  /** Day of the last recording, such as '2026-11-23'. */
  recorded: string
  scenes: Scene[]
}

type Fields = Record<string, unknown>

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

/** Parsers of the actions, by the field that names the action. They return undefined for an invalid value. */
const parsers: Record<string, (value: unknown, fields: Fields) => Action | undefined> = {
  title: (heading, { lines = [] }) => (isText(heading) && isTextList(lines) ? { kind: 'title', heading, lines } : undefined),
  file: (name, { from = 0, to = 0 }) => (isText(name) ? { kind: 'file', name, from: Number(from), to: Number(to) } : undefined),
  prompt: (number) => (typeof number === 'number' ? { kind: 'prompt', number } : undefined),
  say: (text) => (isText(text) ? { kind: 'say', text } : undefined),
  answer: (text) => (isText(text) ? { kind: 'answer', text } : undefined),
  apply: (name, { checkpoint, sample, others = [], swap = [] }) => {
    const from = checkpoint ?? sample
    if (!isText(name) || !(isText(from) || typeof from === 'number') || !isTextList(others) || !Array.isArray(swap)) return undefined
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
  const kinds = Object.keys(fields).filter((field) => Object.hasOwn(parsers, field))
  const [kind = ''] = kinds
  if (kinds.length !== 1) return fail(`should have exactly one action of ${Object.keys(parsers).join(', ')}`)
  const action = parsers[kind]?.(fields[kind], fields)
  if (action === undefined) return fail(`has an invalid "${kind}"`)
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
    scenes,
    ...unknown
  } = Object(parse(readFileSync(file, 'utf8'))) as Fields
  for (const field of Object.keys(unknown)) throw new ContentError(file, `has an unknown field "${field}"`)
  if (!isText(about) || !isText(recorded)) throw new ContentError(file, 'should have the fields "about" and "recorded"')
  if (!isTextList(before)) throw new ContentError(file, 'should have a list of commands in "before"')
  if (!Array.isArray(scenes) || scenes.length === 0) throw new ContentError(file, 'should have "scenes"')
  return {
    start: start === null ? null : String(start),
    before,
    notes: notes === true,
    about,
    recorded,
    scenes: scenes.map((scene, index) => readScene(file, scene, index)),
  }
}

/** Returns the length of a clip in seconds. */
export const clipSeconds = ({ scenes }: Pick<Clip, 'scenes'>): number => scenes.reduce((sum, { seconds }) => sum + seconds, 0)
