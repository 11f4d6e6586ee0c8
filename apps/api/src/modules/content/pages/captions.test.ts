import { expect, test } from 'vitest'
import { block, code, external, paragraph, toggle } from '../../../testing/notion-blocks.ts'
import type { BlockNode } from '../render/block-node.ts'
import { captionWarnings, extractCaptions } from './captions.ts'

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.'
const upload = () =>
  block('video', { type: 'file', file: { url: 'https://files.example/a.webm', expiry_time: '2026-11-20T11:00:00.000Z' }, caption: [] })

const typesOf = (nodes: BlockNode[]): unknown[] =>
  nodes.map((node) => (node.children.length ? [node.block.type, typesOf(node.children)] : node.block.type))

test('attaches captions right below an uploaded video at any depth', () => {
  const [first, inner] = [upload(), upload()]
  const { nodes, captions } = extractCaptions([first, code(VTT), toggle('More', [inner, code('WEBVTT - English\n\n…')]), paragraph('end')])
  expect(typesOf(nodes)).toEqual(['video', ['toggle', ['video']], 'paragraph'])
  expect([...captions]).toEqual([
    [first.block.id, { captions: `${VTT}\n` }],
    [inner.block.id, { captions: 'WEBVTT - English\n\n…\n' }],
  ])
})

test('EDITION-11 attaches chapters and a poster, each once and in any order', () => {
  const video = upload()
  const picture = (caption: string) =>
    block('image', { type: 'external', external: { url: 'https://files.example/p.webp' }, caption: [{ plain_text: caption }] } as never)
  const chapters = 'WEBVTT\nKind: chapters\n\n00:00.000 --> 00:01.000\nBegin'
  const below = [picture('Poster'), code(chapters), code(VTT), picture('poster'), code(chapters), picture('A plan')]
  const { nodes, captions } = extractCaptions([video, ...below])
  expect(captions.get(video.block.id)).toEqual({ captions: `${VTT}\n`, chapters: `${chapters}\n`, poster: 'https://files.example/p.webp' })
  expect(typesOf(nodes)).toEqual(['video', 'image', 'code', 'image'])
})

test('keeps other code, captions elsewhere, second captions, and videos of other hosts', () => {
  const linked = block('video', external('https://example.com/a.mp4') as never)
  const all = [code(VTT), linked, code(VTT), upload(), code('WEBVTTX'), upload(), paragraph('x'), code(VTT)]
  const { nodes, captions } = extractCaptions(all)
  expect(typesOf(nodes)).toEqual(typesOf(all))
  expect(captions.size).toBe(0)
  expect(typesOf(extractCaptions([upload(), code(VTT), code(VTT)]).nodes)).toEqual(['video', 'code'])
})

const warningsOf = (...below: BlockNode[]) => {
  const video = upload()
  const { nodes, captions } = extractCaptions([video, ...below])
  return captionWarnings(nodes, captions).map(({ rule, message, block_id }) => ({ rule, message, isOfVideo: block_id === video.block.id }))
}
const cues = (...times: string[]) => code(['WEBVTT', ...times.map((time) => `${time}\nHello.`)].join('\n\n'))

test.each([
  ['a comma', '00:00,000 --> 00:01,000'],
  ['no milliseconds', '00:00 --> 00:01'],
  ['an end before the beginning', '00:05.000 --> 00:04.000'],
  ['an end at the beginning', '00:05.000 --> 00:05.000'],
  ['sixty seconds', '00:60.000 --> 01:70.000'],
])('SYNC-19 warns of captions with %s', (_, time) => {
  const message = expect.stringContaining(`The captions of a video have a wrong time in the line “${time}”`)
  expect(warningsOf(cues('00:00.000 --> 00:01.000', time))).toEqual([{ rule: 'captions_times', message, isOfVideo: true }])
})

test('SYNC-19 warns of chapters out of order', () => {
  const chapters = code('WEBVTT\nKind: chapters\n\n00:09.000 --> 00:12.000\nLast\n\n00:00.000 --> 00:09.000\nFirst')
  expect(warningsOf(cues('00:00.000 --> 00:01.000'), chapters)).toEqual([
    { rule: 'captions_times', message: expect.stringContaining('The chapters of a video'), isOfVideo: true },
  ])
})

test('SYNC-19 accepts hours, settings, notes and overlapping cues', () => {
  const source =
    'WEBVTT\n\nNOTE 1:00 is a remark\n\n1\n59:59.000 --> 01:00:01.000 align:start\nHello.\n\n00:59:59.500  -->  1000:00:00.000\nYou.'
  expect(warningsOf(code(source), code('const arrow = a --> b'), paragraph('00:01.000 --> 00:02.000'))).toEqual([])
})

test('SYNC-19 warns of captions that do not stand right below a video, are there twice, or lack their first line', () => {
  const rules = (...below: BlockNode[]) => warningsOf(...below).map(({ rule }) => rule)
  expect(rules(paragraph('Watch.'), code(VTT))).toEqual(['captions_misplaced'])
  expect(rules(code(VTT), code(VTT))).toEqual(['captions_misplaced'])
  expect(rules(toggle('Captions', [code('1\n00:00:00,000 --> 00:00:01,000\nHello.')]))).toEqual(['captions_misplaced'])
})
