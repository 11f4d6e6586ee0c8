import type { Certificate } from '@academy/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.ts'

/** Loads the code that draws the picture, and downloads it. */
async function downloadPicture(certificate: Certificate): Promise<void> {
  try {
    const [{ drawCertificate }, { saveFile }] = await Promise.all([import('./draw-certificate.ts'), import('../../ui/save-file.ts')])
    saveFile('certificate.png', await drawCertificate(certificate), 'image/png')
  } catch {
    toast.error({ title: "We couldn't make the picture", description: 'Try again in a moment.' })
  }
}

/** The button that downloads the certificate as a picture. */
export function DownloadPicture({ certificate }: { certificate: Certificate }) {
  const [isPending, setPending] = useState(false)
  const download = () => {
    setPending(true)
    void downloadPicture(certificate).then(() => setPending(false))
  }
  return (
    <Button variant="secondary" pending={isPending} onClick={download}>
      {!isPending && <Download aria-hidden="true" />}
      Download picture
    </Button>
  )
}
