// Preloaded by a test: an error that nobody catches, some time after the start.
setInterval(() => {
  if (process.listenerCount('uncaughtException') > 0) throw new Error('planted fault')
}, 1_000)
