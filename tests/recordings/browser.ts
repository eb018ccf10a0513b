/** Chromium as the browser tests start it. */
export const browserOptions = {
  executablePath: process.env['CHROMIUM_BIN'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
}
