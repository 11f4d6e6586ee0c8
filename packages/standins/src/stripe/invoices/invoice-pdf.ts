// PDF's standard fonts use Windows-1252. Of its characters beyond Latin-1, invoices contain only the euro sign.
const encode = (text: string) =>
  Buffer.from(
    [...text.replaceAll('×', 'x')].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0) < 256 ? letter.charCodeAt(0) : 0x3f)),
  )
    .toString('latin1')
    .replace(/[\\()]/g, (letter) => `\\${letter}`)

const SIZE = 11
const LEADING = 18
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56]

const contentStream = (lines: readonly string[]) =>
  [`BT /F1 ${SIZE} Tf ${LEADING} TL ${MARGIN} ${HEIGHT - MARGIN - SIZE} Td`, ...lines.map((line) => `(${encode(line)}) Tj T*`), 'ET'].join(
    '\n',
  )

/** Renders lines of text as a one-page PDF. */
export function textPdf(lines: readonly string[]): Buffer {
  const content = contentStream(lines)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
