import type { sessionReplayPlugin } from '@amplitude/plugin-session-replay-browser'
import { routes } from '../paths.ts'

type Options = NonNullable<Parameters<typeof sessionReplayPlugin>[0]>

/** Parts whose content is not recorded at all, not even as asterisks: a shown password is a text field, so its purpose counts, too. */
const neverRecorded = [
  'input[type="password"]',
  'input[autocomplete~="current-password"]',
  'input[autocomplete~="new-password"]',
  'input[type="email"]',
  'input[autocomplete~="email"]',
  'input[autocomplete~="username"]',
  // What is somebody's own: prompts, and addresses of people.
  '[data-private]',
]

/**
 * Addresses that lose all behind these paths: what somebody searched for (a title of theirs, an address of others), and keys that came by
 * mail. Of a list that is everybody's, what is searched for goes, and its pages keep their addresses (`$&` is the address as it is).
 */
const recordedAddresses = ({ origin }: { origin: string }) => [
  ...[routes.myPrompts, '/admin', routes.login, routes.signup, routes.resetPassword].map((path) => ({
    selector: `${origin}${path}*`,
    replacement: origin + path,
  })),
  { selector: `${origin}${routes.resources}/*`, replacement: '$&' },
  { selector: `${origin}${routes.resources}*`, replacement: origin + routes.resources },
]

/**
 * What the vendor's server would otherwise decide (its answer is called remote configuration, and is off: ANALYTICS-24). Only in this
 * form does the library take some of it, and without an answer it records nothing.
 */
const fixedAnswer = () => ({
  configs: {
    sessionReplay: {
      sr_sampling_config: { capture_enabled: true, sample_rate: 1 },
      sr_interaction_config: { enabled: true, batch: true, ugcFilterRules: recordedAddresses(location) },
      sr_privacy_config: {
        // All form fields (D-144).
        defaultMaskLevel: 'medium',
        blockSelector: neverRecorded,
        // A tab may be named after a prompt.
        maskSelector: ['title'],
        maskAttributes: ['aria-label', 'title', 'placeholder', 'alt'],
        // The same for whole pages, whatever they come to show.
        urlMaskLevels: [routes.myPrompts, '/admin'].map((path) => ({ match: `*${path}*`, maskLevel: 'conservative' })),
      },
    },
  },
})

/** How sessions are recorded: all of them, everywhere (REPLAY-01, REPLAY-02); `trackServerUrl` is left out for the vendor's own. */
export const replayOptions = (trackServerUrl: string | undefined): Options => ({
  sampleRate: 1,
  // A click is named by a selector that is searched for in the click itself: with the library's own limits, among a thousand combinations of
  // classes, which took up to 60 ms of a phone's click.
  performanceConfig: { enabled: true, timeout: 2000, interaction: { threshold: 30, maxNumberOfTries: 30 } },
  // A worker made of a text would need a hole in the content security policy.
  useWebWorker: false,
  // The first picture of a page goes at once: it is too large for a beacon, and without it the rest cannot be played.
  eagerFullSnapshotSend: true,
  handleFetchConfig: async () => Response.json(fixedAnswer()),
  ...(trackServerUrl !== undefined && { trackServerUrl }),
})
