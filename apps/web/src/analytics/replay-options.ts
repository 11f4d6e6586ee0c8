import type { sessionReplayPlugin } from '@amplitude/plugin-session-replay-browser'
import { pages } from '../pages.ts'

type Options = NonNullable<Parameters<typeof sessionReplayPlugin>[0]>

/** Elements that are not recorded at all. A visible password is a text field, so the autocomplete attribute counts too. */
const blockedSelectors = [
  'input[type="password"]',
  'input[autocomplete~="current-password"]',
  'input[autocomplete~="new-password"]',
  'input[type="email"]',
  'input[autocomplete~="email"]',
  'input[autocomplete~="username"]',
  // Private texts: prompts and email addresses.
  '[data-private]',
]

/**
 * Rules that shorten recorded URLs; the first match applies. Under these paths everything after the path is removed: search texts, tokens of
 * email links, and codes of sign-ins. Other URLs with a search lose their path, because rules cannot remove a part. Pages of the library
 * keep their URL (`$&` is the whole match).
 */
const urlFilterRules = ({ origin }: { origin: string }) => [
  ...[
    pages.myPrompts.path,
    pages.notes.path,
    '/certificates',
    '/admin',
    pages.login.path,
    pages.signup.path,
    pages.resetPassword.path,
    pages.confirm.path,
    pages.withdraw.path,
    pages.tokens.path,
    '/seats',
  ].map((path) => ({
    selector: `${origin}${path}*`,
    replacement: origin + path,
  })),
  { selector: `${origin}${pages.resources.path}*search=*`, replacement: origin + pages.resources.path },
  { selector: `${origin}/*search=*`, replacement: `${origin}/` },
  { selector: `${origin}${pages.resources.path}/*`, replacement: '$&' },
  { selector: `${origin}${pages.resources.path}*`, replacement: origin + pages.resources.path },
]

/**
 * Replaces the vendor's remote configuration, which is off. The library reads some settings only from it and records
 * nothing without it.
 */
const localConfig = () => ({
  configs: {
    sessionReplay: {
      sr_sampling_config: { capture_enabled: true, sample_rate: 1 },
      sr_interaction_config: { enabled: true, batch: true, ugcFilterRules: urlFilterRules(location) },
      sr_privacy_config: {
        // All form fields.
        defaultMaskLevel: 'medium',
        blockSelector: blockedSelectors,
        // The tab title may contain the title of a prompt.
        maskSelector: ['title'],
        maskAttributes: ['aria-label', 'title', 'placeholder', 'alt'],
        // Masks these pages completely.
        urlMaskLevels: [pages.myPrompts.path, pages.notes.path, pages.tokens.path, pages.team.path, '/certificates', '/admin'].map(
          (path) => ({
            match: `*${path}*`,
            maskLevel: 'conservative',
          }),
        ),
      },
    },
  },
})

/** Options of session replay, which records all sessions. Without `trackServerUrl` it sends to the vendor. */
export const replayOptions = (trackServerUrl: string | undefined): Options => ({
  sampleRate: 1,
  // The library computes a selector during each click. Its default limits took up to 60 ms of a click on a phone.
  performanceConfig: { enabled: true, timeout: 2000, interaction: { threshold: 30, maxNumberOfTries: 30 } },
  // A worker from a string would need an exception in the content security policy.
  useWebWorker: false,
  // Sends the first snapshot at once: it is too large for a beacon, and the recording needs it.
  eagerFullSnapshotSend: true,
  handleFetchConfig: async () => Response.json(localConfig()),
  ...(trackServerUrl !== undefined && { trackServerUrl }),
})
