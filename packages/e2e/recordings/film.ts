import type { Browser, Page } from '@playwright/test'
import { type EncodedFrame, writeWebm } from './webm.ts'

const WIDTH = 1280
const HEIGHT = 720
/** From 0, the best, to 63. Text stays sharp up to about 40. */
const QUANTIZER = 44
/** Below the 32 seconds that a cluster of WebM may last. */
const MOST_SECONDS_WITHOUT_KEY = 30

/** Takes pictures of a page and encodes them as VP9, at the times that a scene has, which is faster than real time. */
export class Film {
  readonly #stage: Page
  readonly #encoder: Page
  #isChapter = true
  #lastKey = 0
  #picture = ''

  private constructor(stage: Page, encoder: Page) {
    this.#stage = stage
    this.#encoder = encoder
  }

  static async begin(browser: Browser, stage: Page): Promise<Film> {
    const encoder = await browser.newPage()
    // browsers encode video only on secure origins
    await encoder.route('http://localhost:9/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await encoder.goto('http://localhost:9/')
    await encoder.evaluate(
      ({ width, height }) => {
        const frames: { time: number; isKey: boolean; base64: string }[] = []
        let failure: unknown
        const coder = new VideoEncoder({
          output: (chunk) => {
            const bytes = new Uint8Array(chunk.byteLength)
            chunk.copyTo(bytes)
            frames.push({ time: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key', base64: toBase64(bytes) })
          },
          error: (error) => {
            failure = error
          },
        })
        const toBase64 = (bytes: Uint8Array) => {
          let text = ''
          for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
          return btoa(text)
        }
        coder.configure({
          codec: 'vp09.00.31.08',
          width,
          height,
          bitrateMode: 'quantizer',
          framerate: 10,
          latencyMode: 'quality',
          contentHint: 'text',
        })
        Object.assign(window, {
          async encode(base64: string, time: number, keyFrame: boolean, quantizer: number) {
            if (failure) throw failure
            const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob()
            const bitmap = await createImageBitmap(blob)
            const frame = new VideoFrame(bitmap, { timestamp: time * 1000 })
            coder.encode(frame, { keyFrame, vp9: { quantizer } } as VideoEncoderEncodeOptions)
            frame.close()
            bitmap.close()
            if (coder.encodeQueueSize > 4) await new Promise((resolve) => coder.addEventListener('dequeue', resolve, { once: true }))
          },
          async finish() {
            await coder.flush()
            if (failure) throw failure
            return frames
          },
        })
      },
      { width: WIDTH, height: HEIGHT },
    )
    return new Film(stage, encoder)
  }

  /** Makes the next picture one that players can seek to. */
  beginChapter(): void {
    this.#isChapter = true
  }

  /** Shows what the stage shows now from this millisecond on. */
  async shoot(time: number): Promise<void> {
    this.#picture = (await this.#stage.screenshot({ type: 'png' })).toString('base64')
    await this.#encode(time)
  }

  /** Repeats the last picture, so that players find one about every second. */
  async hold(time: number): Promise<void> {
    await this.#encode(time)
  }

  async #encode(time: number): Promise<void> {
    const isKey = this.#isChapter || time - this.#lastKey > MOST_SECONDS_WITHOUT_KEY * 1000
    this.#isChapter = false
    if (isKey) this.#lastKey = time
    await this.#encoder.evaluate(
      ([picture, at, key, quantizer]) =>
        (window as unknown as { encode(...values: unknown[]): Promise<void> }).encode(picture, at, key, quantizer),
      [this.#picture, Math.round(time), isKey, QUANTIZER] as const,
    )
  }

  /** Returns the whole video as WebM. */
  async finish(milliseconds: number): Promise<Buffer> {
    const frames = await this.#encoder.evaluate(() =>
      (window as unknown as { finish(): Promise<{ time: number; isKey: boolean; base64: string }[]> }).finish(),
    )
    await this.#encoder.close()
    const encoded = frames.map(({ time, isKey, base64 }): EncodedFrame => ({ time, isKey, bytes: Buffer.from(base64, 'base64') }))
    return writeWebm(encoded, { width: WIDTH, height: HEIGHT, milliseconds })
  }
}
