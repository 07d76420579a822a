import { describe, expect, it } from 'vitest';
import { CLASS_OF_CODE, CODE_OF_WORD, codeOfFailedAction, type ErrorCode } from '../../src/contracts/errorCodes.js';
import { EXIT, exitCodeOf } from '../../src/contracts/exitCodes.js';
import { createFailure, failureError, fingerprint, normalizeUrl } from '../../src/contracts/failure.js';
import { loadSchema } from '../../src/contracts/schemas.js';
import { problemsWriting } from '../../src/contracts/validate.js';

describe('fingerprint', () => {
  it.each([
    [
      'timeout',
      'TIMEOUT_OPERATION',
      '2',
      '#submit',
      'https://www.linkedin.com/feed/',
      '65355d5e1d907564fdfa5359565b717e89a897c138b82ca6992be925fde8d568',
    ],
    [
      'capability_rejected',
      'CAP_BROWSER_MISSING',
      'guard',
      undefined,
      undefined,
      '7925100bb52cc0f2aa91d2da098e247a1027e674bf8b2e8e187e4c696c547064',
    ],
    [
      'selector_ambiguous',
      'SEL_AMBIGUOUS',
      '4',
      'button',
      undefined,
      '9b6f3ed7eea17ba0b59bed0cf274d87aed8a2284be35191bb5a69cb2e1bf5a29',
    ],
    [
      'timeout',
      'TIMEOUT_OPERATION',
      '2',
      '#submit',
      'https://Example.COM/',
      '6287c3eeb0767a00b35a2073a35816e1430a879cfa477fd27ee0649f1abade5e',
    ],
  ] as const)('004-31 golden vector %s|%s|%s|%s|%s', (errorClass, errorCode, stepId, selector, url, hash) => {
    expect(fingerprint({ errorClass, errorCode, stepId, selector, url })).toBe(hash);
  });

  it('004-32 a missing selector or url counts as empty', () => {
    const facts = { errorClass: 'timeout', errorCode: 'X', stepId: '1' } as const;
    expect(fingerprint(facts)).toBe(fingerprint({ ...facts, selector: '', url: '' }));
    expect(fingerprint(facts)).not.toBe(fingerprint({ ...facts, selector: 'a' }));
  });
});

describe('URL normalisation', () => {
  it.each([
    ['004-33 host lower-cased', 'https://Example.COM/A', 'example.com/A'],
    ['004-34 protocol dropped', 'http://a.example/x', 'a.example/x'],
    ['004-35 query and fragment stripped', 'https://a.example/x?y=1#z', 'a.example/x'],
    ['004-36 trailing slash stripped', 'https://a.example/x/', 'a.example/x'],
    ['004-36 the root becomes the bare host', 'https://Example.COM/', 'example.com'],
    ['004-36 repeated slashes stripped, port dropped', 'http://localhost:3000/a//', 'localhost/a'],
    ['004-37 the linkedin example', 'https://www.linkedin.com/feed/?trk=xyz#top', 'www.linkedin.com/feed'],
    ['user info dropped, path case kept', 'https://user:pw@Ex.com:8443/P/', 'ex.com/P'],
    ['about:blank has none', 'about:blank', ''],
    ['data: has none', 'data:text/html,hi', ''],
    ['file: has none', 'file:///etc/passwd', ''],
    ['no scheme, none', 'www.linkedin.com/feed', ''],
    ['empty', '', ''],
  ])('%s', (_title, url, expected) => {
    expect(normalizeUrl(url)).toBe(expected);
  });
});

describe('error.v1', () => {
  it('004-23 a failure has all seven required fields and is schema-valid', () => {
    const failure = createFailure({
      code: 'SEL_NOT_FOUND',
      stepId: '3',
      message: 'gone',
      selector: '#a',
      url: 'https://a.example/x?y',
    });
    expect(Object.keys(failure).sort()).toEqual(
      ['error_class', 'error_code', 'error_schema_version', 'fingerprint', 'message', 'step_id', 'url'].sort(),
    );
    expect(failure).toMatchObject({ error_class: 'selector_not_found', url: 'a.example/x', step_id: '3' });
    expect(problemsWriting('error.v1', failure)).toEqual([]);
    for (const field of Object.keys(failure)) {
      const { [field as 'url']: _, ...rest } = failure;
      expect(problemsWriting('error.v1', rest)).toEqual([{ pointer: `/${field}`, message: 'is missing' }]);
    }
  });

  it('every code belongs to a class of the frozen list, and every class has a code', () => {
    const { properties } = loadSchema('error.v1') as { properties: { error_class: { enum: string[] } } };
    expect(new Set(Object.values(CLASS_OF_CODE))).toEqual(new Set(properties.error_class.enum));
    expect(properties.error_class.enum).toHaveLength(9);
  });

  it.each([
    ['004-49', 'LLM_PROVIDER_UNHEALTHY', 'llm_provider'],
    ['004-50', 'LLM_TIMEOUT', 'llm_provider'],
    ['004-51', 'LLM_OUTPUT_INVALID', 'llm_invalid_output'],
  ] as const)('%s %s is of class %s', (_number, code, errorClass) => {
    expect(createFailure({ code, stepId: '1', message: 'x' })).toMatchObject({
      error_class: errorClass,
      error_code: code,
    });
  });

  it.each([
    ['ref_invalid', 'selector_not_found', 'REF_INVALID'],
    ['vaultyId_not_found', 'selector_not_found', 'REF_INVALID'],
    ['score_below_threshold', 'selector_not_found', 'SEL_SCORE_BELOW_THRESHOLD'],
    ['ambiguous', 'selector_ambiguous', 'SEL_AMBIGUOUS'],
    ['element_disabled', 'interaction_failed', 'ELEMENT_DISABLED'],
    ['element_obscured', 'interaction_failed', 'ELEMENT_OBSCURED'],
    ['element_not_visible', 'interaction_failed', 'ELEMENT_NOT_VISIBLE'],
    ['no_dom_change', 'interaction_failed', 'ACT_NO_DOM_CHANGE'],
    ['value_mismatch', 'interaction_failed', 'ACT_VALUE_MISMATCH'],
    ['invalid_params', 'interaction_failed', 'INVALID_PARAMS'],
    ['timeout', 'timeout', 'TIMEOUT_OPERATION'],
    ['max_turns_exceeded', 'timeout', 'TASK_MAX_TURNS'],
    ['human_rejected', 'capability_rejected', 'CAP_HUMAN_REJECTED'],
  ] as const)('the error map: %s is %s / %s', (word, errorClass, code) => {
    expect(CODE_OF_WORD[word]).toBe(code);
    expect(CLASS_OF_CODE[code as ErrorCode]).toBe(errorClass);
  });

  it.each([
    ['browser_click', 'ACT_CLICK_FAILED'],
    ['click', 'ACT_CLICK_FAILED'],
    ['browser_fill', 'ACT_TYPE_FAILED'],
    ['type', 'ACT_TYPE_FAILED'],
    ['browser_select', 'ACT_SELECT_FAILED'],
    ['browser_scroll', 'ACT_COMMAND_FAILED'],
    ['get_text', 'ACT_COMMAND_FAILED'],
  ])('action_failed on %s is %s', (action, code) => {
    expect(codeOfFailedAction(action)).toBe(code);
  });

  it('exit codes follow the class', () => {
    expect(exitCodeOf('capability_rejected')).toBe(3);
    expect(exitCodeOf('cost_rejected')).toBe(3);
    expect(exitCodeOf('llm_provider')).toBe(4);
    expect(exitCodeOf('llm_invalid_output')).toBe(4);
    expect(exitCodeOf('timeout')).toBe(1);
    expect(EXIT).toEqual({
      completed: 0,
      failed: 1,
      usage: 2,
      rejected: 3,
      model: 4,
      environment: 5,
      unknownOutcome: 9,
      bug: 70,
      sighup: 129,
      sigint: 130,
      sigterm: 143,
    });
    expect(
      failureError({ code: 'CAP_BROWSER_MISSING', stepId: 'guard', message: 'no browser' }, [], EXIT.environment)
        .exitCode,
    ).toBe(5);
  });
});
