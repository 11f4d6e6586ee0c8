/**
 * When the launch ends (CONST-06). Deployments may override it by configuration; prices stay as they are after it (D-93). In a file of
 * its own: the first screen of the web app reads it with its configuration, and needs none of the offers.
 */
export const LAUNCH_DEADLINE = '2025-06-23T23:59:59Z'
