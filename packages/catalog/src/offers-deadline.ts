/**
 * When the launch ends. The settings can override it; prices stay the same after it. In its own file, because the
 * first screen of the web app needs it without the offers.
 */
export const LAUNCH_DEADLINE = '2025-06-23T23:59:59Z'
