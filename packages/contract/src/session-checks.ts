import { jsonpath } from 'json-p3'
import { z } from 'zod'
import { TEXT_WITHOUT_CONTROLS } from './text.ts'

const MAX_SECONDS = 60

/** A path below the folder of the project: relative, without `.` and `..`. */
const PROJECT_PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/
/** A path of the project's own server. `//` would be another host. */
const URL_PATH = /^\/(?!\/)[!-~]*$/

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(TEXT_WITHOUT_CONTROLS, 'Control characters are not allowed.')
    .refine((value) => value.isWellFormed(), 'There is half of a character.')
const file = z
  .string()
  .max(120)
  .refine(
    (path) => PROJECT_PATH.test(path),
    'Write a path inside of the project, such as src/board.js: without “..”, and not from the root of a disk.',
  )
  .describe('The path of a file in the project.')
const command = text(500).describe('A command of the shell, which runs in the folder of the project.')
const seconds = z.int().min(1).max(MAX_SECONDS).optional().describe('The time limit, 10 seconds by default.')

const isJsonPath = (path: string): boolean => {
  try {
    jsonpath.compile(path)
    return true
  } catch {
    return false
  }
}

/** What every check has. */
const sentences = {
  success: text(300).describe('The sentence that a passed check prints.'),
  hint: text(500).describe('The sentence that a failed check prints. It does not give the answer away.'),
  tutorial: text(200).describe('The id of the tutorial to read again.'),
}

const json = z.strictObject({
  path: z.string().max(200).refine(isJsonPath, 'This is no JSON path (RFC 9535), such as $.healthy.').describe('A JSON path (RFC 9535).'),
  equals: z
    .union([text(500), z.number(), z.boolean(), z.null()])
    .optional()
    .describe('What it finds; without it, that it finds something.'),
})

const kind = <Name extends string>(name: Name) => z.literal(name).describe('The kind of the check.')

/** The kinds of checks. Authors write the value of `check`. */
const check = z
  .discriminatedUnion('check', [
    z.strictObject({ check: kind('file exists'), file, ...sentences }).describe('The project has a file.'),
    z
      .strictObject({
        check: kind('file does not contain'),
        file,
        text: text(500).describe('The text that must not be in the file.'),
        ...sentences,
      })
      .describe('A file of the project does not contain a text.'),
    z.strictObject({ check: kind('command'), command, seconds, ...sentences }).describe('A command ends with exit code 0 in time.'),
    z
      .strictObject({
        check: kind('GET'),
        path: z
          .string()
          .max(500)
          .refine((path) => URL_PATH.test(path), 'Write a path of the project, such as /notes?topic=export.')
          .describe('The path to request from the started project.'),
        status: z.int().min(100).max(599).optional().describe('The status of the response, 200 by default. Redirects are not followed.'),
        header: z
          .record(z.string().regex(/^[A-Za-z0-9-]{1,60}$/), text(200))
          .optional()
          .describe('Headers of the response, each with a text that it contains.'),
        text: text(500).optional().describe('A text that the body contains.'),
        json: json.optional().describe('What the body contains as JSON.'),
        ...sentences,
      })
      .describe('A GET request to the started project has the expected response.'),
    z
      .strictObject({
        check: kind('script'),
        code: text(20_000).describe(
          'A JavaScript module that throws if the check fails. It runs with Node in the folder of the project, which it may only read; PROJECT_URL is the address of the started project.',
        ),
        seconds,
        ...sentences,
      })
      .describe('A script of the academy ends without an error.'),
  ])
  .describe('One check, with its sentences.')

/** The checks of a session, as authors write them in YAML. */
export const sessionChecks = z
  .strictObject({
    project: file.optional().describe('A file by which `vca check` recognizes the folder of the project.'),
    start: command.optional().describe('The command that starts the project. It listens on the port in the variable PORT.'),
    environment: z
      .record(z.string().regex(/^[A-Z][A-Z0-9_]{0,60}$/, 'Names have capitals, digits and “_”.'), text(200))
      .optional()
      .describe('Variables for the commands and the scripts.'),
    checks: z.array(check).min(1).max(20).describe('The checks in their order.'),
  })
  .superRefine(({ start, checks }, { addIssue }) => {
    const index = checks.findIndex((one) => one.check === 'GET')
    if (start === undefined && index !== -1)
      addIssue({ code: 'custom', path: ['checks', index], message: 'GET needs a started project. Write “start” above “checks”.' })
  })
export type SessionChecks = z.infer<typeof sessionChecks>
export type SessionCheck = SessionChecks['checks'][number]

/** The checks as the API sends them. Each kind has fields of its own, and later versions may add kinds. */
export const sentChecks = z
  .object({
    ...sessionChecks.shape,
    checks: z
      .array(z.looseObject({ check: z.string().describe('The kind of the check; other fields depend on it.'), ...sentences }))
      .describe('The checks in their order.'),
  })
  .meta({
    id: 'SessionChecks',
    description: "The checks of a session's project, which `vca check` runs on the learner's machine.",
    examples: [
      {
        project: 'server.js',
        start: 'node server.js',
        checks: [
          {
            check: 'GET',
            path: '/health',
            json: { path: '$.healthy', equals: true },
            success: 'The board says that it is healthy.',
            hint: 'Ask the board for its health, and read which look failed.',
            tutorial: 'know-that-it-runs',
          },
        ],
      },
    ],
  })
