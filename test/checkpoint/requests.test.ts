import { describe, expect, it } from 'vitest';
import { commandInRequest } from '../../src/checkpoint/address.js';

const at = (path: string): string => `https://api.shop.example${path}`;
const graphql = (body: object): string => JSON.stringify(body);

describe('what a request says that it does', () => {
  it.each([
    ['DELETE', '/v1/sessions/7', '', 'delete'],
    ['POST', '/account/delete', '', 'delete'],
    ['POST', '/account/close', '', 'close-account'],
    ['POST', '/api/v2/deleteAccount', '', 'delete'],
    ['PUT', '/subscriptions/8f3/cancel', '', 'cancel'],
    ['PATCH', '/members/me/deactivate', '', 'deactivate'],
    ['POST', '/konto/k%C3%BCndigen', '', 'kündigen'],
    ['POST', '/checkout/pay', '', 'pay'],
    ['POST', '/wallet/transfer', '', 'transfer'],
    ['POST', '/api?action=delete', '', 'delete'],
    ['POST', '/api', 'id=7&_method=delete', 'delete'],
    ['POST', '/api', '{"action":"unsubscribe","list":3}', 'unsubscribe'],
    ['POST', '/graphql', graphql({ operationName: 'CancelMembership', query: 'mutation …' }), 'cancel'],
    ['POST', '/graphql', graphql({ query: 'mutation { deleteUser(id: 3) { id } }' }), 'delete'],
    ['POST', '/graphql', graphql({ query: 'mutation X($id: ID!) { a: removeCard(id: $id) { id } }' }), 'remove'],
    ['POST', '/graphql', graphql([{ operationName: 'Feed' }, { operationName: 'purchaseItem' }]), 'purchase'],
  ])('T1 %s %s %s is held: %s', (method, path, body, command) => {
    expect(commandInRequest({ method, url: at(path), body })).toBe(command);
  });

  it.each([
    ['GET', '/account/delete', ''],
    ['HEAD', '/cancel', ''],
    ['OPTIONS', '/cancel', ''],
    ['POST', '/search', 'q=delete+my+account'],
    ['POST', '/events/send', '{"event":"page_view"}'],
    ['POST', '/log/publish', '[{"level":"info"}]'],
    ['POST', '/api/profile', '{"name":"Cancel Smith"}'],
    ['PUT', '/settings/theme', '{"theme":"dark"}'],
    ['PATCH', '/drafts/17', '{"text":"please cancel it"}'],
    ['POST', '/help/articles/how-to-delete-your-account/vote', '{"up":true}'],
    ['POST', '/graphql', graphql({ operationName: 'DeletedItems', query: 'query DeletedItems { items { id } }' })],
    ['POST', '/graphql', graphql({ query: 'query { cancellation { reason } }' })],
    ['POST', '/graphql', '{not json, delete'],
    ['POST', '/collect', 'delete=1&v=2'],
    ['POST', '/survey', 'reason=other'],
  ])('%s %s %s may go', (method, path, body) => {
    expect(commandInRequest({ method, url: at(path), body })).toBe(null);
  });
});
