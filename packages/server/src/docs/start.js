// Everything comes from this site: no fonts, proxy or services of others.
globalThis.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  showToolbar: 'never',
  hideClientButton: true,
  persistAuth: false,
  telemetry: false,
  agent: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: { c: true, clojure: true, ocaml: true, objc: true, r: true, swift: true, dart: true },
})
