import { existsSync } from 'node:fs'

/** The headless shell takes half the processor time of the full browser, which draws windows that nobody sees. */
const found = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((place) => existsSync(place))

/** Options with which browser tests, recordings and measurements start Chromium. */
export const browserOptions = {
  executablePath: process.env['CHROMIUM_BIN'] ?? found ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
