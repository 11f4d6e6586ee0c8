/** A copied picture: its URL, and its size in pixels if it is known. */
export type CopiedPicture = { src: string; size?: { width: number; height: number } | undefined }

/** A copied sound, PDF or file: its URL, its file name, and its size in bytes. */
export type CopiedUpload = { src: string; name: string; bytes: number }

/** The URLs of a copied video and of what belongs to it. */
export type CopiedVideo = { src: string; captions?: string | undefined; chapters?: string | undefined; poster?: string | undefined }

/** The renderer's dependencies. It does no I/O itself. */
export type RenderContext = {
  /** The origin of the web app. Links within it stay in the same tab. */
  siteOrigin: string
  /** Returns the highlighted HTML of a code block; undefined shows it plain. */
  codeOf: (blockId: string) => string | undefined
  /** Returns a block's copied picture; undefined omits the picture. */
  imageOf: (blockId: string) => CopiedPicture | undefined
  /** Returns a block's copied video; undefined omits the video. */
  videoOf: (blockId: string) => CopiedVideo | undefined
  /** Returns a block's copied sound, PDF or file; undefined omits an upload. */
  uploadOf: (blockId: string) => CopiedUpload | undefined
  /** Records a warning for the author. */
  warn: (rule: string, message: string, blockId?: string) => void
}
