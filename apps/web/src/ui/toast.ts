import { toasterReady } from './toaster-store.ts'

type Message = { title: string; description?: string | undefined }
type Kind = 'success' | 'error' | 'warning'

// Errors stay longer: they tend to be longer, and to matter more.
const durations: Record<Kind, number> = { success: 5000, warning: 9000, error: 9000 }

async function show(kind: Kind, { title, description }: Message) {
  const sonner = await toasterReady()
  // One id per text: a message that comes twice is shown once.
  sonner.toast[kind](title, { description, id: `${kind} ${title} ${description ?? ''}`, duration: durations[kind] })
}

const report = (kind: Kind) => (message: Message) => {
  show(kind, message).catch(reportError)
}

/** A passing message at the edge of the screen. The library behind it loads when the first one is shown. */
export const toast = { success: report('success'), error: report('error'), warning: report('warning') }
