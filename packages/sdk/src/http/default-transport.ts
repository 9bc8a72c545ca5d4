// How clients send in pages. Uploads tell their progress by the second one.
export { pageTransport as transportOf } from './transport.ts'
export { browserTransport as fullTransportOf } from './xhr.ts'
