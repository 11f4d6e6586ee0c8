/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const file = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // Safari reads the file with a delay.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}
