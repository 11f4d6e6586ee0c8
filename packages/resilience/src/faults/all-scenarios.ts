import type { FaultScenario } from './fixture/fixture.ts'
import { authDown } from './scenarios/auth-down.ts'
import { cacheStampede } from './scenarios/cache-stampede.ts'
import { clientAborts } from './scenarios/client-aborts.ts'
import { clockSkew } from './scenarios/clock-skew.ts'
import { connectionsExhausted } from './scenarios/connections-exhausted.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { jwksRotation } from './scenarios/jwks-rotation.ts'
import { largeBodies } from './scenarios/large-bodies.ts'
import { notionDown } from './scenarios/notion-down.ts'
import { postgresRestart } from './scenarios/postgres-restart.ts'
import { slowClients } from './scenarios/slow-clients.ts'
import { smtpDown } from './scenarios/smtp-down.ts'
import { stripeDown } from './scenarios/stripe-down.ts'

/** The scenarios in the order of their runs. */
export const allScenarios: readonly FaultScenario[] = [
  postgresRestart,
  connectionsExhausted,
  diskFull,
  authDown,
  jwksRotation,
  stripeDown,
  notionDown,
  smtpDown,
  clockSkew,
  clientAborts,
  slowClients,
  largeBodies,
  cacheStampede,
]
