import { isObject, type Json } from '../json-values.ts'
import type { AmplitudeEvent } from './event-shape.ts'

/** Computes the user properties of a device from its events, oldest first. Supports the operations that the web app sends. */
export function computeUserProperties(events: AmplitudeEvent[]): Json {
  let properties: Json = {}
  for (const { user_properties } of events) {
    if (!user_properties) continue
    if ('$clearAll' in user_properties) properties = {}
    const { $set, $setOnce, $unset, $clearAll: _, ...plain } = user_properties
    if (isObject($setOnce)) properties = { ...$setOnce, ...properties }
    if (isObject($set)) properties = { ...properties, ...$set }
    if (isObject($unset)) for (const name of Object.keys($unset)) delete properties[name]
    properties = { ...properties, ...plain }
  }
  return properties
}
