import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A requirement of `requirements.md`. `vendor` is the pinned package ("name@version") whose own behavior it describes. */
export type Requirement = { id: string; sentence: string; vendor: string | undefined }

const list = readFileSync(path.join(import.meta.dirname, 'requirements.md'), 'utf8')

/** All requirements in the order of the list: those of the specification first, then those beyond it. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...list.matchAll(/^- \*\*([A-Z][A-Z\d]*-\d{2})\*\* (?:\(vendor: (\S+)\) )?(\S.*(?:\n {2}\S.*)*)$/gm),
].map(([, id = '', vendor, sentence = '']) => ({ id, vendor, sentence: sentence.replaceAll(/\n */g, ' ') }))
