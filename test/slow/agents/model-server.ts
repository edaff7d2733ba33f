/**
 * A fake model server on the loopback interface. It answers the first request that offers a shell tool with one call of the tool, and
 * every other request with text. It supports the protocols Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and Gemini.
 */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Readonly<Record<string, unknown>>;

const SHELL =
  /^(?:bash|shell|shell_command|exec_command|run_shell_command|run_commands|execute_command|execute|local_shell)$/i;

export interface ModelServer {
  readonly url: string;
  close(): void;
}

/** Starts a server that makes the agent run one command. */
export async function startModel(command: string): Promise<ModelServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      answer(request.url ?? "", objectOf(Buffer.concat(chunks).toString()), command, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => stop(server) };
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

function objectOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

function answer(url: string, body: Json, command: string, response: ServerResponse): void {
  const [path = ""] = url.split("?");
  if (/count_?tokens$/i.test(path)) return json(response, { input_tokens: 10, totalTokens: 10 });
  if (path.endsWith("/messages")) return messages(response, body, command);
  if (path.endsWith("/responses")) return responses(response, body, command);
  if (path.endsWith("/chat/completions")) return completions(response, body, command);
  if (/:(?:stream)?generateContent$/i.test(path)) return gemini(response, body, command, path);
  if (path.endsWith("/models")) return json(response, { object: "list", data: [{ id: "fake" }] });
  return json(response, {});
}

/** A call of a tool. */
interface Call {
  readonly name: string;
  readonly args: Json;
}

/** Returns a call of the first tool that runs commands, or null if there is no such tool or an earlier call has a result. */
function callOf(
  tools: readonly { name: string; schema: Json | undefined }[],
  isAnswered: boolean,
  command: string,
): Call | null {
  const tool = tools.find(({ name }) => SHELL.test(name));
  return tool === undefined || isAnswered
    ? null
    : { name: tool.name, args: argumentsFor(tool.schema, command) };
}

/** Returns arguments that contain a command and match the schema of a shell tool. */
function argumentsFor(schema: Json | undefined, command: string): Json {
  const properties = (schema?.["properties"] ?? {}) as Readonly<Record<string, Json>>;
  const name = ["command", "cmd", "commands"].find((each) => each in properties) ?? "command";
  const isList = properties[name]?.["type"] === "array";
  const words = name === "commands" ? [command] : ["bash", "-lc", command];
  const others = ((schema?.["required"] ?? []) as string[]).filter((each) => each !== name);
  return {
    [name]: isList ? words : command,
    ...Object.fromEntries(others.map((each) => [each, exampleOf(properties[each] ?? {})])),
  };
}

function exampleOf({ type, enum: values }: Json): unknown {
  if (Array.isArray(values)) return values[0];
  if (type === "boolean") return false;
  if (type === "array") return [];
  return type === "number" || type === "integer" ? 1 : "run it";
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const holds = (value: unknown, pattern: RegExp): boolean =>
  pattern.test(JSON.stringify(value ?? ""));

function json(response: ServerResponse, data: Json): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

/** Sends server-sent events, with event names if the protocol uses them. */
function events(
  response: ServerResponse,
  list: readonly (readonly [string | null, Json | string])[],
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [name, data] of list)
    response.write(
      `${name === null ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`,
    );
  response.end();
}

function messages(response: ServerResponse, body: Json, command: string): void {
  const tools = listOf(body["tools"]).map((tool) => ({
    name: String(tool["name"]),
    schema: tool["input_schema"] as Json | undefined,
  }));
  const call = callOf(tools, holds(body["messages"], /"tool_result"/), command);
  const block =
    call === null
      ? { type: "text", text: "done" }
      : { type: "tool_use", id: "toolu_01", name: call.name, input: call.args };
  const stop = call === null ? "end_turn" : "tool_use";
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = { id: "m", type: "message", role: "assistant", model: "fake", usage };
  if (body["stream"] !== true)
    return json(response, { ...message, content: [block], stop_reason: stop });
  const start = call === null ? { type: "text", text: "" } : { ...block, input: {} };
  const delta =
    call === null
      ? { type: "text_delta", text: "done" }
      : { type: "input_json_delta", partial_json: JSON.stringify(call.args) };
  events(response, [
    [
      "message_start",
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ],
    ["content_block_start", { type: "content_block_start", index: 0, content_block: start }],
    ["content_block_delta", { type: "content_block_delta", index: 0, delta }],
    ["content_block_stop", { type: "content_block_stop", index: 0 }],
    [
      "message_delta",
      { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage },
    ],
    ["message_stop", { type: "message_stop" }],
  ]);
}

function responses(response: ServerResponse, body: Json, command: string): void {
  const tools = listOf(body["tools"]).map((tool) => ({
    name: String(tool["name"] ?? tool["type"]),
    schema: tool["parameters"] as Json | undefined,
  }));
  const call = callOf(tools, holds(body["input"], /_call_output"/), command);
  const item =
    call === null
      ? {
          type: "message",
          id: "m",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "done", annotations: [] }],
        }
      : {
          type: "function_call",
          id: "f",
          call_id: "c",
          name: call.name,
          arguments: JSON.stringify(call.args),
          status: "completed",
        };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const whole = { id: "r", object: "response", created_at: 1, status: "completed", usage };
  if (body["stream"] !== true) return json(response, { ...whole, output: [item] });
  events(response, [
    ["response.created", { type: "response.created", response: { ...whole, output: [] } }],
    ["response.output_item.added", { type: "response.output_item.added", output_index: 0, item }],
    ["response.output_item.done", { type: "response.output_item.done", output_index: 0, item }],
    ["response.completed", { type: "response.completed", response: { ...whole, output: [item] } }],
  ]);
}

function completions(response: ServerResponse, body: Json, command: string): void {
  const tools = listOf(body["tools"]).map((tool) => {
    const { name, parameters } = (tool["function"] ?? {}) as Json;
    return { name: String(name), schema: parameters as Json | undefined };
  });
  const isAnswered = listOf(body["messages"]).some(({ role }) => role === "tool");
  const call = callOf(tools, isAnswered, command);
  const message =
    call === null
      ? { role: "assistant", content: "done" }
      : {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              index: 0,
              id: "call_01",
              type: "function",
              function: { name: call.name, arguments: JSON.stringify(call.args) },
            },
          ],
        };
  const finish = call === null ? "stop" : "tool_calls";
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const base = { id: "c", created: 1, model: "fake" };
  if (body["stream"] !== true)
    return json(response, {
      ...base,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    });
  const chunk = { ...base, object: "chat.completion.chunk" };
  events(response, [
    [null, { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] }],
    [null, { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage }],
    [null, "[DONE]"],
  ]);
}

function gemini(response: ServerResponse, body: Json, command: string, path: string): void {
  const tools = listOf(body["tools"])
    .flatMap((tool) => listOf(tool["functionDeclarations"]))
    .map((tool) => ({
      name: String(tool["name"]),
      schema: (tool["parametersJsonSchema"] ?? tool["parameters"]) as Json | undefined,
    }));
  const call = callOf(tools, holds(body["contents"], /"functionResponse"/), command);
  const part =
    call === null
      ? { text: "done" }
      : { functionCall: { id: "call_01", name: call.name, args: call.args } };
  const whole = {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: "fake",
  };
  if (/stream/i.test(path)) events(response, [[null, whole]]);
  else json(response, whole);
}
