import { hash } from 'node:crypto'
import { TUTORIAL_PARTS, writtenParts } from '@academy/contract/tutorial-parts'

/** Increase it when the same blocks yield different HTML, or other records of the page. */
const VERSION = 16

const headings = writtenParts.map((part) => TUTORIAL_PARTS[part].heading)

/** The version of the renderer, which changes with the headings of tutorials as well: the next sync then reads all pages again. */
export const RENDERER_VERSION = Number.parseInt(hash('sha256', JSON.stringify([VERSION, headings])).slice(0, 7), 16)
