/** The four bytes at a place, as text: most kinds of files say by such a word what they are. */
export const wordAt = (bytes: Buffer, at: number): string => bytes.subarray(at, at + 4).toString('latin1')
