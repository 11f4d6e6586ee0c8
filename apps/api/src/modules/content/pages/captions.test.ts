import { expect, test } from 'vitest'
import { block, code, external, paragraph, toggle } from '../../../testing/notion-blocks.ts'
import type { BlockNode } from '../render/block-node.ts'
import { extractCaptions } from './captions.ts'

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
