import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useQuery } from '@tanstack/react-query'
import { type BannerSize, bannerSizes } from '../../../api/affiliate-levels.ts'
import { callForBytes } from '../../data/call.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { downloadBlob, downloadText } from '../../shell/download.ts'
import classes from './affiliates.module.css'
import { bannerTypeface, withElement } from './banner-typeface.ts'

const bannerNames = (): Record<BannerSize, string> => ({
  rectangle: t`Rectangle`,
  leaderboard: t`Leaderboard`,
  card: t`Social media card`,
})

/** Shows banners with the customer's name and link, for use on other sites. */
export function Banners({ code }: { code: string }) {
  return (
    <>
      <p className={classes.words}>
        <Trans>
          Made for you, with your name and link. Each banner states that this is a practice platform and shows how much
          you earn.
        </Trans>
      </p>
      <div className={classes.banners}>
        {(Object.keys(bannerSizes) as BannerSize[]).map((size) => (
          <Banner key={size} size={size} code={code} />
        ))}
      </div>
    </>
  )
}

function Banner({ size, code }: { size: BannerSize; code: string }) {
  const { width, height } = bannerSizes[size]
  const shape = bannerNames()[size]
  const banner = t`${shape}, ${width} × ${height}`
  const popup = usePopup()
  const svg = useQuery({
    queryKey: ['affiliate.banner', size],
    queryFn: async ({ signal }) => {
      const [picture, typeface] = await Promise.all([
        callForBytes('affiliate.banner', { size }, { signal }),
        bannerTypeface(signal),
      ])
      return withElement(await picture.text(), typeface)
    },
  })
  if (!svg.isSuccess) return <Unanswered query={svg} lines={3} label={t`Loading banner: ${banner}`} />
  const name = `tallystick-${size}-${code}`
  const source = `data:image/svg+xml,${encodeURIComponent(svg.data)}`

  async function savePng() {
    try {
      downloadBlob(`${name}.png`, await pngOf(source, width * 2, height * 2))
    } catch {
      void popup({
        title: t`BANNER`,
        msg: t`This browser couldn’t create the PNG. Download the SVG instead.`,
        type: 'warning',
      })
    }
  }

  return (
    <div className={classes.banner} data-size={size}>
      <img src={source} width={width} height={height} alt={t`Your banner: ${banner}`} />
      <ButtonRow>
        <Button variant="default" size="xs" onClick={savePng} aria-label={t`Download PNG: ${banner}`}>
          PNG
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => downloadText(`${name}.svg`, 'image/svg+xml', svg.data)}
          aria-label={t`Download SVG: ${banner}`}
        >
          SVG
        </Button>
        <span className={classes.small}>{banner}</span>
      </ButtonRow>
    </div>
  )
}

/** Renders an SVG as a PNG of the given size in pixels. Runs in the browser because the server doesn't parse SVG. */
async function pngOf(source: string, width: number, height: number): Promise<Blob> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG encoding failed'))), 'image/png'),
  )
}
