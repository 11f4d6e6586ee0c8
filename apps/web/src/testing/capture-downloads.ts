import { vi } from 'vitest'

/** Captures the files that the page saves; the browser downloads none of them. */
export function captureDownloads(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = []
  let file = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob
    return 'blob:download'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  return saved
}
