// Preloaded into a measured server: reports its processor time (µs) and memory (bytes) on request.
process.on('message', (message) => {
  if (message !== 'measure') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() })
})
process.channel?.unref()
