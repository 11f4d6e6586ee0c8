/** An encoded picture of a video. Times are in milliseconds. */
export type EncodedFrame = { time: number; isKey: boolean; bytes: Buffer }

const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** Writes an element of EBML: its id, its size in eight bytes, and its content. */
function element(id: string, ...content: (Buffer | number | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => {
      if (typeof part === 'string') return Buffer.from(part)
      return typeof part === 'number' ? number(part, 4) : part
    }),
  )
  const size = number(body.length, 6)
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x01, 0x00]), size, body])
}

function simpleBlock({ time, isKey, bytes }: EncodedFrame, clusterTime: number): Buffer {
  const head = Buffer.alloc(4)
  head[0] = 0x81
  head.writeInt16BE(time - clusterTime, 1)
  head[3] = isKey ? 0x80 : 0
  return element('a3', head, bytes)
}

/** Begins a cluster at each key frame, so that a player can seek to it. */
function clustersOf(frames: readonly EncodedFrame[]): { time: number; bytes: Buffer }[] {
  const groups: EncodedFrame[][] = []
  for (const frame of frames) {
    if (frame.isKey) groups.push([frame])
    else groups.at(-1)?.push(frame)
  }
  return groups.map((group) => {
    const time = group[0]?.time ?? 0
    return { time, bytes: element('1f43b675', element('e7', time), ...group.map((frame) => simpleBlock(frame, time))) }
  })
}

const cuesOf = (places: readonly { time: number; position: number }[]) =>
  element(
    '1c53bb6b',
    ...places.map(({ time, position }) => element('bb', element('b3', time), element('b7', element('f7', 1), element('f1', position)))),
  )

/** Writes VP9 frames into a WebM file, with its index before the pictures, so that it can be played while it loads. */
export function writeWebm(
  frames: readonly EncodedFrame[],
  { width, height, milliseconds }: { width: number; height: number; milliseconds: number },
): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(milliseconds)
  const info = element(
    '1549a966',
    element('2ad7b1', 1_000_000),
    element('4489', duration),
    element('4d80', 'academy'),
    element('5741', 'academy'),
  )
  const picture = element('e0', element('b0', width), element('ba', height))
  const tracks = element('1654ae6b', element('ae', element('d7', 1), element('73c5', 1), element('83', 1), element('86', 'V_VP9'), picture))
  const clusters = clustersOf(frames)
  const before = info.length + tracks.length + cuesOf(clusters.map(({ time }) => ({ time, position: 0 }))).length
  let position = before
  const places = clusters.map(({ time, bytes }) => {
    const place = { time, position }
    position += bytes.length
    return place
  })
  const versions = [
    element('4282', 'webm'),
    element('4286', 1),
    element('42f7', 1),
    element('42f2', 4),
    element('42f3', 8),
    element('4287', 4),
    element('4285', 2),
  ]
  return Buffer.concat([
    element('1a45dfa3', ...versions),
    element('18538067', info, tracks, cuesOf(places), ...clusters.map(({ bytes }) => bytes)),
  ])
}
