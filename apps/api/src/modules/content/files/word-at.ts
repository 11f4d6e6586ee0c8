/** Returns four bytes as text: the signature of most file formats. */
export const wordAt = (bytes: Buffer, at: number): string => bytes.subarray(at, at + 4).toString('latin1')
