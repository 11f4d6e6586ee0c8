import { expect, test } from 'vitest'
import { captionCues } from './caption-cues.ts'

const textOf = (text: string) => captionCues(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`).map((cue) => cue.text)

test('LEARN-32 the characters that WebVTT escapes are plain text', () => {
  expect(textOf('<v Ada>A &amp; B</v> &lt;b&gt;, 10&nbsp;km')).toEqual(['A & B <b>, 10 km'])
  expect(textOf('&amp;lt; &copy;')).toEqual(['&lt; &copy;'])
  expect(textOf('It&#39;s &#x201c;here&#8221; &quot;now&apos; &#0;&#xd800;&#1114112;')).toEqual(["It's “here” \"now' ���"])
  expect(textOf('one&lrm;&rlm;')).toEqual(['one\u200e\u200f'])
})

test('LEARN-17 reads timings without blanks around the arrow, as browsers do', () => {
  expect(captionCues('WEBVTT\n\n00:01.000-->00:02.000\nfirst\n\n00:03.000\t--> 00:04.000\nsecond')).toEqual([
    { start: 1, text: 'first' },
    { start: 3, text: 'second' },
  ])
})

test('LEARN-17 reads the lines of WebVTT with their seconds, without comments and markup', () => {
  const source = [
    'WEBVTT - a title',
    'NOTE 00:00.000 is no line\nof the video',
    '1\n00:00.000 --> 00:06.500 align:start\nTurn an idea\ninto one page.',
    '00:06.500 --> 00:07.000\n   ',
    '00:13.250 --> 00:20.000\n<v Ann>Say <i>a &lt; b</i> &amp;amp; c</v>',
    '01:02:03.000 --> 01:02:04.000\nOver an hour in.',
  ].join('\r\n\r\n')
  expect(captionCues(source)).toEqual([
    { start: 0, text: 'Turn an idea into one page.' },
    { start: 13.25, text: 'Say a < b &amp; c' },
    { start: 3723, text: 'Over an hour in.' },
  ])
  expect(captionCues('')).toEqual([])
})
