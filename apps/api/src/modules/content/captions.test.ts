import { expect, test } from 'vitest'
import { block, code, external, paragraph, toggle } from '../../testing/notion-blocks.ts'
import { takeCaptions } from './captions.ts'
import type { BlockNode } from './render/block-node.ts'

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.'
const upload = () =>
  block('video', { type: 'file', file: { url: 'https://files.example/a.webm', expiry_time: '2026-11-20T11:00:00.000Z' }, caption: [] })

const typesOf = (nodes: BlockNode[]): unknown[] =>
  nodes.map((node) => (node.children.length ? [node.block.type, typesOf(node.children)] : node.block.type))

test('captions right below an uploaded video belong to it, at any depth, and are not shown as code', () => {
  const [first, inner] = [upload(), upload()]
  const { nodes, captions } = takeCaptions([first, code(VTT), toggle('More', [inner, code('WEBVTT - English\n\n…')]), paragraph('end')])
  expect(typesOf(nodes)).toEqual(['video', ['toggle', ['video']], 'paragraph'])
  expect([...captions]).toEqual([
    [first.block.id, `${VTT}\n`],
    [inner.block.id, 'WEBVTT - English\n\n…\n'],
  ])
})

test('everything else stays where it is: other code, captions elsewhere, a second one, videos of other hosts', () => {
  const linked = block('video', external('https://example.com/a.mp4') as never)
  const all = [code(VTT), linked, code(VTT), upload(), code('WEBVTTX'), upload(), paragraph('x'), code(VTT)]
  const { nodes, captions } = takeCaptions(all)
  expect(typesOf(nodes)).toEqual(typesOf(all))
  expect(captions.size).toBe(0)
  expect(typesOf(takeCaptions([upload(), code(VTT), code(VTT)]).nodes)).toEqual(['video', 'code'])
})
