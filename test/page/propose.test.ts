import { describe, expect, it } from 'vitest';
import { capturePage } from '../../src/browser/capture.js';
import type { PageStateRequest } from '../../src/contracts/generated.js';
import { pageStateRequest } from '../../src/page/pageState.js';
import { proposeFor, readProposal } from '../../src/page/propose.js';
import { project, useBrowser } from '../support/eyes.js';

const { eyesOn } = useBrowser();

async function requestFor(html: string): Promise<PageStateRequest> {
  const { raw } = await capturePage(await eyesOn(html));
  return pageStateRequest(raw, project(raw), { query: 'go on', mode: 'semantic', tabId: 1 });
}

const COVERED = `<body style="margin:0"><button style="position:absolute;left:0;top:0;width:90px;height:30px">Under</button>
  <div style="position:absolute;left:0;top:0;width:300px;height:60px;background:#eee">cover</div>
  <button style="position:absolute;left:0;top:200px">Free</button>`;

describe('what a planner proposes', () => {
  it('000-27 is looked up in the tree that it was sent; an unknown number is refused', async () => {
    const request = await requestFor('<button>One</button><button>Two</button>');
    expect(readProposal(request, 'click(1)')).toMatchObject({ ok: true, action: 'click', node: { n: 'Two' } });
    for (const unknown of ['click(2)', 'click(99)', 'click()'])
      expect(readProposal(request, unknown)).toEqual({ ok: false, reason: 'unknown_node' });
    for (const odd of ['tap(1)', 'click 1', 'click(1); click(0)', ''])
      expect(readProposal(request, odd)).toEqual({ ok: false, reason: 'unreadable' });
  });

  it('000-29 is never a click on what is covered', async () => {
    const request = await requestFor(COVERED);
    const covered = request.interactiveTree.find(({ n }) => n === 'Under');
    expect(covered?.occ).toBe(true);
    expect(proposeFor(request, 'Under')).toEqual({ ok: false, reason: 'covered' });
    expect(readProposal(request, `click(${covered?.i})`)).toEqual({ ok: false, reason: 'covered' });
    expect(proposeFor(request, 'free')).toMatchObject({ ok: true, action: 'click', node: { n: 'Free' } });
  });

  it('000-30 is to scroll when it is not in the tree and there is more to see', async () => {
    const area = `<div style="height:200px;overflow:auto" tabindex=0 aria-label=List role=region><div style="height:900px"></div><button>Deep</button></div>`;
    const inArea = await requestFor(area);
    expect(inArea.scrollableContainers?.some(({ hasMore }) => hasMore)).toBe(true);
    expect(proposeFor(inArea, 'Deep')).toEqual({ ok: true, action: 'scroll' });
    const inPage = await requestFor('<div style="height:3000px"></div><button>Far</button>');
    expect(proposeFor(inPage, 'Far')).toEqual({ ok: true, action: 'scroll' });
    const short = await requestFor('<button>Here</button>');
    expect(proposeFor(short, 'Deep')).toEqual({ ok: false, reason: 'not_found' });
  });
});
