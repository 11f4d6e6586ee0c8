// Loaded into a measured server before its own code: tells its processor time (µs) and memory (bytes) when asked.
process.on('message', (message) => {
  if (message !== 'measure') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() })
})
process.channel?.unref()
