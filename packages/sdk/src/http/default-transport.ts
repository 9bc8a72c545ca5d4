// How clients send outside Node. Uploads tell their progress by the second one.
export { fetchTransport as transportOf } from './transport.ts'
export { browserTransport as fullTransportOf } from './xhr.ts'
