/** Downloads a text, or bytes, as a file. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const file = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // Safari reads the file with a delay.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}
