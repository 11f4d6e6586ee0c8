// Runs before pnpm installs anything, with the Node that runs pnpm. Written for every Node that pnpm starts with.
const { engines } = require('../../../package.json')

const numbers = (version) => version.replace('>=', '').split('.').map(Number)
const [major, minor] = numbers(engines.node)
const [ownMajor, ownMinor] = numbers(process.versions.node)
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `\nThe academy needs Node ${engines.node.slice(2)} or newer, and this is Node ${process.versions.node}. Install a newer one, and call the command again. Nothing was installed.\n`,
  )
  process.exit(1)
}
