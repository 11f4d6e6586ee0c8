import { expect, test } from 'vitest'
import { captionCues } from './caption-cues.ts'

const textOf = (text: string) => captionCues(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`).map((cue) => cue.text)

test('LEARN-32 the characters that WebVTT escapes are plain text', () => {
  expect(textOf('<v Ada>A &amp; B</v> &lt;b&gt;, 10&nbsp;km')).toEqual(['A & B <b>, 10 km'])
  expect(textOf('&amp;lt; &copy;')).toEqual(['&lt; &copy;'])
  expect(textOf('one&lrm;&rlm;')).toEqual(['one\u200e\u200f'])
})
