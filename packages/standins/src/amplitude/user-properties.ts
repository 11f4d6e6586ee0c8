import type { AmplitudeEvent } from './event-shape.ts'

type Properties = Record<string, unknown>

const isRecord = (value: unknown): value is Properties => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Computes the user properties of a device from its events, oldest first. Supports the operations that the web app sends. */
export function computeUserProperties(events: AmplitudeEvent[]): Properties {
  let properties: Properties = {}
  for (const { user_properties } of events) {
    if (!user_properties) continue
    if ('$clearAll' in user_properties) properties = {}
    const { $set, $setOnce, $unset, $clearAll: _, ...plain } = user_properties
    if (isRecord($setOnce)) properties = { ...$setOnce, ...properties }
    if (isRecord($set)) properties = { ...properties, ...$set }
    if (isRecord($unset)) for (const name of Object.keys($unset)) delete properties[name]
    properties = { ...properties, ...plain }
  }
  return properties
}
