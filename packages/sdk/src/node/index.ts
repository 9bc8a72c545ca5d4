export {
  type Downloaded,
  type DownloadOptions,
  type DownloadTarget,
  downloadTo,
} from './download.ts'
export { environmentCredentials } from './environment-credentials.ts'
export { fileJournal } from './file-journal.ts'
export { fileStore } from './file-store.ts'
export { type NodeTransportOptions, nodeTransport } from './node-transport.ts'
export { userAgent } from './user-agent.ts'
