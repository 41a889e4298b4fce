// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What contracts answered, by who was asked and what.
contract Recording {
  struct Answer {
    bool ok;
    bytes data;
  }

  mapping(address => mapping(bytes32 => Answer)) private answers;

  function add(address asked, bytes calldata question, bytes calldata reply) external {
    answers[asked][keccak256(question)] = Answer(true, reply);
  }

  /// What the caller answered when it was asked this. What it refused, and what was not recorded, is not ok.
  function replyTo(bytes calldata question) external view returns (Answer memory) {
    return answers[msg.sender][keccak256(question)];
  }
}

/// Stands where a recorded contract stood.
contract Player {
  Recording private immutable recording;

  constructor(Recording from) {
    recording = from;
  }

  fallback(bytes calldata question) external returns (bytes memory) {
    Recording.Answer memory answer = recording.replyTo(question);
    require(answer.ok);
    return answer.data;
  }
}
