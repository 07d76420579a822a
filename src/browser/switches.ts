/** Playwright's own list, said again: of two such switches the browser only hears the last. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Pages of the browser's own behind the address line, loaded for each window: most of what opening one costs. */
const OFF_WITHOUT_WINDOW = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const ALWAYS = [
  // Without it WebRTC reaches hosts that no proxy sees.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // Elements tell their computed role and name to whoever asks inside the page.
  '--enable-blink-features=ComputedAccessibilityInfo',
  // In place of Playwright's own list, which adds CDPScreenshotNewSurface: with that, a page that crashes while its
  // picture is taken takes the whole browser down.
  '--enable-features=SkipListAccountsWithoutGaiaCookies',
];

/** How the browser is started, beyond what Playwright says itself. A window that a person uses is left as it is. */
export function switchesFor(headed: boolean): string[] {
  if (headed) return ALWAYS;
  return [...ALWAYS, `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_WITHOUT_WINDOW].join(',')}`];
}
