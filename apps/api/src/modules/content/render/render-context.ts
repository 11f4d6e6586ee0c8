/** A copied sound, PDF or file: our own address of it, the name to save it by, and its length. */
export type CopiedUpload = { src: string; name: string; bytes: number }

/** A copied video: our own addresses of it and of its captions. */
export type CopiedVideo = { src: string; captions: string | undefined }

/** What the renderer needs from outside; it does no I/O itself. */
export type RenderContext = {
  /** Where the web app lives; links within it stay in the same tab. */
  siteOrigin: string
  /** The coloured HTML of a code block; undefined shows it plain. */
  codeOf: (blockId: string) => string | undefined
  /** Our own address of the copied picture of an image block; undefined leaves the picture out. */
  imageOf: (blockId: string) => string | undefined
  /** Our own addresses of the copied video of a block, and of its captions; undefined leaves the video out. */
  videoOf: (blockId: string) => CopiedVideo | undefined
  /** The copied sound, PDF or file of a block; undefined leaves an upload out. */
  uploadOf: (blockId: string) => CopiedUpload | undefined
  /** Takes note of what could not be shown as the author meant it. */
  warn: (rule: string, message: string, blockId?: string) => void
}
