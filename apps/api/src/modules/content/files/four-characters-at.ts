/** Returns the four bytes at an offset as text, such as `RIFF`: most file formats have such a signature. */
export const fourCharactersAt = (bytes: Buffer, at: number): string => bytes.subarray(at, at + 4).toString('latin1')
